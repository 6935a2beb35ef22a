/**
 * {@code sotto bench net}: sessions beside plain blocking sockets. Two processes run the same
 * {@link org.sotto.bench.net.Plan} of batches, plain and Sotto in turn, so that what disturbs one
 * disturbs the other: {@link org.sotto.bench.net.NetBench} is the first process and keeps the time,
 * {@link org.sotto.bench.net.NetPeer} the second, {@link org.sotto.bench.net.Batches} and {@link
 * org.sotto.bench.net.Memory} what both do, {@link org.sotto.bench.net.NetReport} the result.
 */
@NullMarked
package org.sotto.bench.net;

import org.jspecify.annotations.NullMarked;
