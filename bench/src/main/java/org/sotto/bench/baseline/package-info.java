/** Other layouts of the same values, to compare with: bincode-like, Kryo, Java serialization. */
@NullMarked
package org.sotto.bench.baseline;

import org.jspecify.annotations.NullMarked;
