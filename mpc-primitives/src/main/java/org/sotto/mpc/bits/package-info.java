/** Packed bits: runs at any offset, growing messages, and slices of words. */
@NullMarked
package org.sotto.mpc.bits;

import org.jspecify.annotations.NullMarked;
