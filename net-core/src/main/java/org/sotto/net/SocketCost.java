package org.sotto.net;

/**
 * Everything that crossed the wire between one session and one peer, by what it was for. Always
 * {@code sent = overheadSent + wireSent} and {@code received = overheadReceived + wireReceived +
 * unread}, with the wire bytes of the session's root phase. What opens, closes and acknowledges
 * sessions travels on the mesh's control flow: see {@link Mesh#overhead}.
 *
 * @param peer the other party's id
 * @param sent all bytes written for the session, as the transport counted them
 * @param received all bytes read
 * @param overheadSent hellos of its flows, what marks its runs on a shared flow, what was sent
 *     again after a connection dropped, and with checked tags the ends of phases
 * @param overheadReceived the same, read
 * @param unread bytes that have arrived and were not received by the protocol
 */
public record SocketCost(
    int peer, long sent, long received, long overheadSent, long overheadReceived, long unread) {}
