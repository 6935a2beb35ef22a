/** Iris template files. */
@NullMarked
package org.sotto.bench.iris;

import org.jspecify.annotations.NullMarked;
