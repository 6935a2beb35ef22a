package org.sotto.net.transport;

/**
 * Bytes on the wire of one session with one peer, as the transport's own sockets counted them.
 *
 * @param sent all bytes written, handshake included
 * @param received all bytes read, handshake included
 * @param handshakeSent bytes written before the session began
 * @param handshakeReceived bytes read before the session began
 */
public record FlowTotals(long sent, long received, long handshakeSent, long handshakeReceived) {}
