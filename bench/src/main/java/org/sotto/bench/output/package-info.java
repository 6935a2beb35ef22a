/** Results as text, JSON or CSV. */
@NullMarked
package org.sotto.bench.output;

import org.jspecify.annotations.NullMarked;
