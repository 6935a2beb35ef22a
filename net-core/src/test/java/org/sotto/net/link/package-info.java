/** Tests of the link's model against its figures, and of the relay against the clock. */
@NullMarked
package org.sotto.net.link;

import org.jspecify.annotations.NullMarked;
