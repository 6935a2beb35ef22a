package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.sotto.codec.BitVec;
import org.sotto.codec.Ring32;

/** A transcript says which messages there were, and nothing of how they travelled. */
@ParameterizedClass
@EnumSource(Carrier.class)
@Timeout(30)
record TranscriptTest(Carrier carrier) {
  static final List<String> GOLDEN =
      List.of(
          "8c0d736547b67188f6e2879bee9ea63f272e6b4885fdfc51ebdaaec05775920b",
          "fe42a36eedba7ad7ccd46f1e1d8a58e49199c227c60a781d82da42058845243a",
          "9f5f7fd55db4e88105595880c4487003e516dd617f90ff9b0a8da5385366054b");

  /** A protocol of fixed seed with messages of all sizes, most of them on their way at once. */
  static Transcript play(Session session) {
    SplittableRandom random = new SplittableRandom(2026 + session.self());
    for (int round = 0; round < 3; round++) {
      try (Phase _ = session.phase("round-" + round)) {
        for (int size : new int[] {0, 1, 31, 5000, 262_145, 1_000_000}) {
          session.next().sendBytes(TypedMessage.bytes(random, size));
          session.previous().receiveBytes(size);
        }
        session.previous().send(new Ring32(random.nextInt()));
        session.next().receive(Ring32.class);
        session.next().sendBits(BitVec.of(random.nextBoolean(), true, false));
        session.previous().receiveBits(3);
        session.previous().sendRing64(random.longs(400).toArray());
        session.next().receiveRing64(400);
      }
    }
    return session.transcript();
  }

  static void assertGolden(List<Transcript> transcripts) {
    assertThat(transcripts).extracting(Transcript::digest).isEqualTo(GOLDEN);
    for (Transcript transcript : transcripts) {
      for (Transcript.Peer peer : transcript.peers()) {
        Transcript.Peer there = transcripts.get(peer.peer()).peer(transcript.self());
        assertThat(there.received()).isEqualTo(peer.sent());
        assertThat(there.messagesReceived()).isEqualTo(peer.messagesSent());
      }
      assertThat(transcript.toString()).contains(transcript.digest(), "golden#0").hasLineCount(3);
    }
  }

  @Test
  void theGoldenProtocolHasItsGoldenDigests() {
    try (Parties parties = carrier.parties(3)) {
      assertGolden(
          parties.run("golden", SessionOptions.defaults().withTranscript(), TranscriptTest::play));
    }
  }

  @Test
  void checkedTagsLeaveNoTrace() {
    try (Parties parties = carrier.parties(3)) {
      assertGolden(
          parties.run(
              "golden",
              SessionOptions.defaults().withTranscript().withCheckedTags(),
              TranscriptTest::play));
    }
  }

  @Test
  void aDigestIsThatOfLengthsAndPayloads() {
    MessageDigest digest = ByteStreams.sha256();
    digest.update(new byte[] {2, 7, 9, 0, (byte) 0xAC, 2});
    digest.update(new byte[300]);
    String expected = HexFormat.of().formatHex(digest.digest());
    String empty = HexFormat.of().formatHex(ByteStreams.sha256().digest());
    try (Parties parties = carrier.parties(2)) {
      List<Transcript> transcripts =
          parties.run(
              "by-hand",
              SessionOptions.defaults().withTranscript(),
              session -> {
                if (session.self() == 0) {
                  session.to(1).sendBytes(new byte[] {7, 9});
                  session.to(1).sendBytes(new byte[0]);
                  session.to(1).sendBytes(new byte[300]);
                } else {
                  session.to(0).receiveBytes(2);
                  session.to(0).receiveBytes(0);
                  session.to(0).receiveBytes(300);
                }
                session.close();
                return session.transcript();
              });
      assertThat(transcripts.get(0).peers())
          .containsExactly(new Transcript.Peer(1, 3, expected, 0, empty));
      assertThat(transcripts.get(1).peers())
          .containsExactly(new Transcript.Peer(0, 0, empty, 3, expected));
      String line = "1 " + expected + " " + empty + "\n";
      assertThat(transcripts.get(0).digest())
          .isEqualTo(
              HexFormat.of()
                  .formatHex(
                      ByteStreams.sha256().digest(line.getBytes(StandardCharsets.US_ASCII))));
    }
  }

  @Test
  void itIsOneMembersOwnChoiceAndKeptOnlyWhenAskedFor() {
    try (Parties parties = carrier.parties(2)) {
      parties.run(
          "none",
          session -> {
            assertThatThrownBy(session::transcript)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("withTranscript");
            return session.key();
          });
    }
  }
}
