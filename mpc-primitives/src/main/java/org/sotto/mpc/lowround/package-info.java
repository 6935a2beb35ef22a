/**
 * Comparison in few rounds, as plans and arithmetic on bits without any communication: how the
 * chain of affine maps that a carry is gets cut into groups and layers, and at what cost. The
 * construction is our own; facts and argument are in docs/low-round-comparison.md.
 */
@NullMarked
package org.sotto.mpc.lowround;

import org.jspecify.annotations.NullMarked;
