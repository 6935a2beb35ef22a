/**
 * {@code sotto bench mpc}: three-party operations in three processes over loopback, each beside
 * rounds of plain sockets of the same run, and the comparisons in one JVM beside that.
 *
 * <p>All parties go through the same {@link org.sotto.bench.mpc.Workload}s in the same order; party
 * 0 says round the {@link org.sotto.bench.mpc.PlainRing} what is run next and how often, and keeps
 * the time.
 */
@NullMarked
package org.sotto.bench.mpc;

import org.jspecify.annotations.NullMarked;
