/** Tests of the iris protocols. */
@NullMarked
package org.sotto.mpc.iris;

import org.jspecify.annotations.NullMarked;
