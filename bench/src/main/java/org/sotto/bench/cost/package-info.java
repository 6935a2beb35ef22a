/** What operations cost: three parties in this JVM, measured beside formulas and predictions. */
@NullMarked
package org.sotto.bench.cost;

import org.jspecify.annotations.NullMarked;
