/** Certificates as they should not be, and tests of the key files. */
@NullMarked
package org.sotto.net.tls.keys;

import org.jspecify.annotations.NullMarked;
