/**
 * Operations, run by three parties in this JVM: {@link org.sotto.bench.cost.Operation} names them,
 * {@link org.sotto.bench.cost.OperationRun} runs one and checks its answer, and {@link
 * org.sotto.bench.cost.CostReport} puts its cost beside formulas and predictions.
 */
@NullMarked
package org.sotto.bench.cost;

import org.jspecify.annotations.NullMarked;
