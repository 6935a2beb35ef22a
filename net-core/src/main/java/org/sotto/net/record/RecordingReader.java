package org.sotto.net.record;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sotto.net.error.RecordingException;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.Flows.Aborted;
import org.sotto.net.transport.SessionSpec;
import org.sotto.net.transport.SessionSpec.Carriage;

/**
 * One recording, mapped read-only and checked from end to end before any of it is used; see {@link
 * RecordingWriter} for what it looks like. Nothing is allocated from a length that the file claims
 * beyond its first MiB. The file must not be changed meanwhile.
 *
 * <p>Cost: one pass over the starts of all records, no heap.
 */
final class RecordingReader implements AutoCloseable {
  /** The most bytes of a varint: counts are below 2^31. */
  private static final int MOST_VARINT_BYTES = 5;

  private final Path file;
  private final Arena arena;
  private final MemorySegment bytes;
  private final PartyTable parties;
  private final List<Spread> spreads = new ArrayList<>();
  private final Set<Integer> ended = new HashSet<>();
  private final Set<Integer> lost = new HashSet<>();
  private final RecordKind last;
  private @Nullable Aborted aborted;
  private SessionSpec spec;
  private final long records;
  private long at;
  private long limit;

  @SuppressWarnings({
    "NullAway.Init", // the header sets the spec
    "MustBeClosedChecker" // closed with this
  })
  private RecordingReader(Path file, FileChannel channel, PartyTable parties, int self)
      throws IOException {
    this.file = file;
    this.parties = parties;
    this.arena = Arena.ofConfined();
    try {
      this.bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      this.limit = Math.min(bytes.byteSize(), RecordingWriter.MOST_HEADER_BYTES);
      header(self);
      this.limit = bytes.byteSize();
      this.records = at;
      this.last = checkRecords();
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  /**
   * Opens and checks a recording, for the calling thread.
   *
   * @throws RecordingException if it is no whole recording of this version by this party of this
   *     table
   */
  static RecordingReader open(Path file, PartyTable parties, int self) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return new RecordingReader(file, channel, parties, self);
    } catch (NoSuchFileException e) {
      throw new RecordingException(
          "recording " + file + ": expected a file of this session, got none", e);
    } catch (IOException e) {
      throw new RecordingException("recording " + file + ": cannot read it", e);
    }
  }

  /** What the members had agreed on. */
  SessionSpec spec() {
    return spec;
  }

  /** The flows to each party. */
  List<Spread> spreads() {
    return spreads;
  }

  /** How the session ended. */
  RecordKind last() {
    return last;
  }

  /** The first notice of a member that gave up, if one did. */
  @Nullable Aborted aborted() {
    return aborted;
  }

  boolean hasEnded(int peer) {
    return ended.contains(peer);
  }

  boolean hasLost(int peer) {
    return lost.contains(peer);
  }

  /** Where the first record is. */
  long records() {
    return records;
  }

  MemorySegment bytes() {
    return bytes;
  }

  /** Ends the mapping; the segment cannot be read any more. */
  @Override
  public void close() {
    arena.close();
  }

  private void header(int self) {
    byte[] magic = take(RecordingWriter.MAGIC.length, "the magic");
    if (!Arrays.equals(magic, RecordingWriter.MAGIC)) {
      throw bad("a recording's magic", "other bytes");
    }
    int version = u8("a version");
    if (version != RecordingWriter.VERSION) {
      throw bad("version " + RecordingWriter.VERSION, "version " + version);
    }
    byte[] digest = take(32, "a table digest");
    if (!Arrays.equals(digest, parties.digest())) {
      throw bad("table digest " + shown(parties.digest()), shown(digest));
    }
    int recorded = varint("a party");
    if (recorded != self) {
      throw bad("a recording of party " + self, "one of party " + recorded);
    }
    String name = string("a session");
    int occurrence = varint("an occurrence");
    List<Integer> members = members(self);
    Map<String, String> settings = new TreeMap<>();
    for (int left = varint("a count of settings"); left > 0; left--) {
      settings.put(string("a setting's name"), string("a setting"));
    }
    int shared = u8("whether the session is shared");
    int flows = varint("flows");
    int most = varint("most flows");
    try {
      spec =
          new SessionSpec(
              name,
              occurrence,
              members,
              new TreeMap<>(settings),
              new Carriage(shared != 0, flows, most));
    } catch (IllegalArgumentException e) {
      throw new RecordingException("recording " + file + ": " + e.getMessage(), e);
    }
  }

  private List<Integer> members(int self) {
    int count = varint("a count of members");
    if (count < 2 || count > parties.size()) {
      throw bad("2 to " + parties.size() + " members", "" + count);
    }
    for (int party = 0; party < parties.size(); party++) {
      spreads.add(new Spread(0, 0));
    }
    List<Integer> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int member = varint("a member");
      int flows = varint("a count of flows");
      int most = varint("most flows");
      if (member >= parties.size() || (i > 0 && member <= members.getLast())) {
        throw bad("members that ascend, below " + parties.size(), "" + member);
      }
      boolean possible =
          member == self
              ? most == 0 && flows == 0
              : flows >= 1 && most >= flows && most <= SessionSpec.MAX_FLOWS;
      if (!possible) {
        throw bad("flows that a member can have", flows + " to " + most);
      }
      members.add(member);
      spreads.set(member, new Spread(flows, most));
    }
    return members;
  }

  /** Looks at the start of each record; the kind of the last one. */
  private RecordKind checkRecords() {
    while (true) {
      int code = u8("a record");
      RecordKind kind = RecordKind.of(code);
      if (kind == null) {
        throw bad("a record of a known kind", "kind " + code);
      }
      if (kind.isLast()) {
        if (at != limit) {
          throw bad("nothing behind the last record", (limit - at) + " bytes");
        }
        return kind;
      }
      int peer = varint("a peer");
      int most = peer < parties.size() ? spreads.get(peer).most() : 0;
      if (most == 0) {
        throw bad("one of the other members of " + spec.members(), "party " + peer);
      }
      if (kind.hasBytes()) {
        int flow = varint("a flow");
        if (flow >= most) {
          throw bad("a flow of 0 to " + (most - 1), "" + flow);
        }
        int length = varint("a length");
        if (length == 0 || length > RecordingWriter.MOST_RECORD_BYTES) {
          throw bad(
              "1 to " + RecordingWriter.MOST_RECORD_BYTES + " bytes in a record", "" + length);
        }
        if (kind == RecordKind.ABORTED && aborted == null) {
          aborted = new Aborted(peer, take(length, "a notice"));
        } else {
          skip(length, "a record's bytes");
        }
      } else {
        (kind == RecordKind.LOST ? lost : ended).add(peer);
      }
    }
  }

  private int u8(String what) {
    long from = at;
    skip(1, what);
    return bytes.get(ValueLayout.JAVA_BYTE, from) & 0xFF;
  }

  private int varint(String what) {
    long value = 0;
    for (int i = 0; i < MOST_VARINT_BYTES; i++) {
      int next = u8(what);
      value |= (long) (next & 0x7F) << (7 * i);
      if (next < 0x80) {
        if (value > Integer.MAX_VALUE || (next == 0 && i > 0)) {
          break;
        }
        return (int) value;
      }
    }
    throw bad(what + " below 2^31 in its shortest form", "another");
  }

  private String string(String what) {
    byte[] text = take(varint(what), what);
    return new String(text, StandardCharsets.UTF_8);
  }

  private byte[] take(int length, String what) {
    long from = at;
    skip(length, what);
    return bytes.asSlice(from, length).toArray(ValueLayout.JAVA_BYTE);
  }

  private void skip(int length, String what) {
    if (length > limit - at) {
      throw bad(what + " in " + length + " bytes", (limit - at) + " bytes to the end");
    }
    at += length;
  }

  private RecordingException bad(String expected, String got) {
    return new RecordingException(
        "recording " + file + ", byte " + at + ": expected " + expected + ", got " + got, null);
  }

  private static String shown(byte[] digest) {
    return HexFormat.of().formatHex(digest, 0, 8);
  }
}
