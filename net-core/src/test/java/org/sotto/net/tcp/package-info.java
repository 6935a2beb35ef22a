/** Tests of what comes in over a socket from strangers and from hostile peers. */
@NullMarked
package org.sotto.net.tcp;

import org.jspecify.annotations.NullMarked;
