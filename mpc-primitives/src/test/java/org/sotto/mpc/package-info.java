/** Tests of the three-party protocols against plaintext oracles and their cost formulas. */
@NullMarked
package org.sotto.mpc;

import org.jspecify.annotations.NullMarked;
