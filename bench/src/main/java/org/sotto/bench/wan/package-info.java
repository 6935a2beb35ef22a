/**
 * Tuning experiments for wide-area links, over real sockets and an emulated link: {@link
 * org.sotto.bench.wan.WanPlan} says what is measured, {@link org.sotto.bench.wan.WanExperiments}
 * measures it, and {@link org.sotto.bench.wan.WanReport} puts it beside {@link
 * org.sotto.net.link.CostModel}'s predictions and says what to set.
 */
@NullMarked
package org.sotto.bench.wan;

import org.jspecify.annotations.NullMarked;
