/**
 * Certificates for development and tests, made with Bouncy Castle: {@link
 * org.sotto.net.tls.keys.PartyKeys} is one CA with a certificate and key for each party, in memory
 * or as the files that {@link org.sotto.net.tls.TlsIdentity#load} reads; {@link
 * org.sotto.net.tls.keys.DevelopmentCa} signs them.
 *
 * <p>Bouncy Castle is an optional dependency of this module: who uses this package adds {@code
 * bcpkix-jdk18on}. Nothing else in the module needs it.
 */
@NullMarked
package org.sotto.net.tls.keys;

import org.jspecify.annotations.NullMarked;
