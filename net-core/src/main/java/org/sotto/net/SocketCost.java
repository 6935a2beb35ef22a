package org.sotto.net;

/**
 * Everything that one session's flow to one peer carried, by what it was for. Always {@code sent =
 * handshakeSent + controlSent + wireSent} and {@code received = handshakeReceived + controlReceived
 * + wireReceived + unread}, with the wire bytes of the session's root phase.
 *
 * @param peer the other party's id
 * @param sent all bytes that the flow wrote, as the transport counted them
 * @param received all bytes that it read
 * @param handshakeSent hello bytes written
 * @param handshakeReceived hello bytes read
 * @param controlSent bytes of close and abort frames written
 * @param controlReceived bytes of close and abort frames read
 * @param unread bytes that have arrived and were not received by the protocol
 */
public record SocketCost(
    int peer,
    long sent,
    long received,
    long handshakeSent,
    long handshakeReceived,
    long controlSent,
    long controlReceived,
    long unread) {}
