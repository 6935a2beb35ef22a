/** Pseudorandom streams addressed by counters, from AES. */
@NullMarked
package org.sotto.mpc.prg;

import org.jspecify.annotations.NullMarked;
