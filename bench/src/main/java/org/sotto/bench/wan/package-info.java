/**
 * Experiments for wide-area links. Tuning, over real sockets and an emulated link: {@link
 * org.sotto.bench.wan.WanPlan} says what is measured, {@link org.sotto.bench.wan.WanExperiments}
 * measures it, and {@link org.sotto.bench.wan.WanReport} puts it beside {@link
 * org.sotto.net.link.CostModel}'s predictions and says what to set. Operations, through memory, in
 * real or virtual time: {@link org.sotto.bench.wan.WanOperation} runs one of {@link
 * org.sotto.bench.cost}, {@link org.sotto.bench.wan.WanOperationReport} shows it.
 */
@NullMarked
package org.sotto.bench.wan;

import org.jspecify.annotations.NullMarked;
