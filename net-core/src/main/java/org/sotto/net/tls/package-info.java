/**
 * Mutual TLS 1.3 between parties, on the JDK's engine. A {@link org.sotto.net.tls.TlsIdentity} is
 * this party's certificate, key and trusted CAs; {@link org.sotto.net.tls.TlsEngines} makes an
 * engine for each connection from it; {@link org.sotto.net.tls.PeerCertificate} says which party
 * the peer's certificate names ({@link org.sotto.net.tls.PartyUri}); {@link
 * org.sotto.net.tls.TlsFailure} says what a failed handshake means and whether to try again.
 *
 * <pre>
 *  files -> TlsIdentity -> TlsEngines -> SSLEngine of a connection
 *                             PeerTrust: PKIX to a trusted CA, then: names a party (the one dialed)
 *  hello of the peer -> PeerCertificate.verify: the party that it says it is
 *  failure -> TlsFailure: fatal or not, and why
 * </pre>
 *
 * <p>This package knows no connections: what dials and listens wraps the engines. {@link
 * org.sotto.net.tls.keys} makes certificates for development and tests.
 */
@NullMarked
package org.sotto.net.tls;

import org.jspecify.annotations.NullMarked;
