/**
 * Parties in one JVM: {@link org.sotto.net.memory.MemoryNetwork} joins them through queues of byte
 * chunks, with the same frames, the same rendezvous and the same back-pressure as a socket, so that
 * tests and cost measurements see what TCP would see.
 *
 * <p>A network may have a link between each two parties, like a {@link
 * org.sotto.net.link.LinkProfile}. Then {@code LinkedFlows} stand in for {@code MemoryFlows}, and
 * what they write goes over the {@code Wire}s of {@code Links}, one for each ordered pair, shared
 * by all its sessions. A {@code Timeline} says what time it is: the machine's, or virtual time,
 * whose clock jumps when all threads wait; {@code VirtualTime} tells who counts and why two runs
 * have equal figures.
 *
 * <p>Where this differs from TCP: acknowledgements, aborts and the making of a flow take one-way
 * delays but no capacity and no jitter; opening a session takes no time; there is no slow start.
 */
@NullMarked
package org.sotto.net.memory;

import org.jspecify.annotations.NullMarked;
