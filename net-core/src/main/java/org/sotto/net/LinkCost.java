package org.sotto.net;

/**
 * What went over one link, as one party sees it.
 *
 * @param peer the other party's id, or -1 for a sum over peers
 * @param messagesSent messages sent
 * @param payloadSent their payload in bytes: what the codec or the element form wrote
 * @param wireSent payload and frame headers (checked tags too) in bytes, without handshake and
 *     control frames
 * @param messagesReceived messages received
 * @param payloadReceived their payload in bytes
 * @param wireReceived payload and frame headers in bytes
 */
public record LinkCost(
    int peer,
    long messagesSent,
    long payloadSent,
    long wireSent,
    long messagesReceived,
    long payloadReceived,
    long wireReceived) {

  /** No traffic. */
  static LinkCost none(int peer) {
    return new LinkCost(peer, 0, 0, 0, 0, 0, 0);
  }

  /** The sum of both, under this one's peer. */
  public LinkCost plus(LinkCost other) {
    return new LinkCost(
        peer,
        messagesSent + other.messagesSent,
        payloadSent + other.payloadSent,
        wireSent + other.wireSent,
        messagesReceived + other.messagesReceived,
        payloadReceived + other.payloadReceived,
        wireReceived + other.wireReceived);
  }
}
