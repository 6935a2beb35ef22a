/** What recordings look like, and what passes for one. */
@NullMarked
package org.sotto.net.record;

import org.jspecify.annotations.NullMarked;
