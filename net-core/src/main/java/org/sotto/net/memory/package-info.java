/**
 * Parties in one JVM: {@link org.sotto.net.memory.MemoryNetwork} joins them through queues of byte
 * chunks, with the same frames, the same rendezvous and the same back-pressure as a socket, so that
 * tests and cost measurements see what TCP would see.
 */
@NullMarked
package org.sotto.net.memory;

import org.jspecify.annotations.NullMarked;
