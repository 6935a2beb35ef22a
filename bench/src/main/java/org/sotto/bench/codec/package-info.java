/** Benchmarks of the codec with JMH, and their report. */
@NullMarked
package org.sotto.bench.codec;

import org.jspecify.annotations.NullMarked;
