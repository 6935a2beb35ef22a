/** Tests of sessions, channels and costs. */
@NullMarked
package org.sotto.net;

import org.jspecify.annotations.NullMarked;
