package org.sotto.net.transport;

/**
 * Bytes on the wire between one session and one peer, as the transport's own sockets counted them.
 *
 * @param sent all bytes written
 * @param received all bytes read
 * @param overheadSent those of them that are no frame: handshakes, what marks a shared flow's runs,
 *     and what was sent again after a connection dropped
 * @param overheadReceived the same, read
 */
public record FlowTotals(long sent, long received, long overheadSent, long overheadReceived) {}
