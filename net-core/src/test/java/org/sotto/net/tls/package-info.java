/** Tests of TLS between parties: engines in memory, and over sockets where sockets matter. */
@NullMarked
package org.sotto.net.tls;

import org.jspecify.annotations.NullMarked;
