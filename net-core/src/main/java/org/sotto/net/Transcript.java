package org.sotto.net;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Digests of all messages that a session has sent and received so far, as this party saw them: a
 * snapshot, made by {@link Session#transcript}. Two runs with equal transcripts exchanged the same
 * bytes as the same messages in the same order at each peer; frames, flows, stripes and connections
 * that dropped leave no trace in it. How messages to different peers interleaved is not in it.
 *
 * <p>All digests are SHA-256 in lower-case hex. The digest of one direction is that of {@code
 * varint( length ) | payload} for each message in order, the length an unsigned LEB128, the payload
 * as on the wire without frame headers and tags. What a sender has in {@code sent} its receiver has
 * in {@code received} when it has received all of it.
 *
 * <p>No payload can be read from a transcript, but whoever holds it can check a guess of the
 * messages: where these are few bits in all, treat it like the messages themselves.
 *
 * @param session the session's key
 * @param self the party whose transcript this is
 * @param peers one entry for each other member, in the order of their ids
 */
public record Transcript(String session, int self, List<Peer> peers) {
  /** Copies the list. */
  public Transcript {
    peers = List.copyOf(peers);
  }

  /**
   * The messages to and from one peer.
   *
   * @param peer the other member's id
   * @param messagesSent how many messages were sent to it
   * @param sent their digest
   * @param messagesReceived how many messages of it were received
   * @param received their digest
   */
  public record Peer(
      int peer, long messagesSent, String sent, long messagesReceived, String received) {
    static Peer of(int peer, @Nullable TranscriptHash sent, @Nullable TranscriptHash received) {
      if (sent == null || received == null) {
        throw new IllegalStateException("the session keeps no transcript: see withTranscript");
      }
      return new Peer(peer, sent.messages(), sent.hex(), received.messages(), received.hex());
    }

    @Override
    public String toString() {
      return "party "
          + peer
          + ": sent "
          + messagesSent
          + " "
          + sent
          + ", received "
          + messagesReceived
          + " "
          + received;
    }
  }

  /** What was exchanged with one peer. */
  public Peer peer(int id) {
    return peers.stream()
        .filter(peer -> peer.peer() == id)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException("party " + id + " is no peer of session " + session));
  }

  /**
   * One digest of it all: the SHA-256, in hex, of a line {@code peer sent received} for each peer,
   * as text with single spaces and a newline behind each. The session's name is not in it.
   */
  public String digest() {
    MessageDigest digest = TranscriptHash.sha256();
    for (Peer peer : peers) {
      String line = peer.peer() + " " + peer.sent() + " " + peer.received() + "\n";
      digest.update(line.getBytes(StandardCharsets.US_ASCII));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Digests and counts, one line a peer. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("party ").append(self).append(", ").append(session).append(": ").append(digest());
    peers.forEach(peer -> text.append('\n').append("  ").append(peer));
    return text.toString();
  }
}
