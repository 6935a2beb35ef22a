package org.sotto.net.record;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sotto.net.error.RecordingException;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.SessionSpec;

/**
 * The file of one session.
 *
 * <pre>
 * +--------------------+---------+--------------+--------+-----------------------+------------
 * | "SOTTOREC"         | version | table digest | self   | session               | records ...
 * |      8 bytes       |  0x01   |   32 bytes   | varint |                       |
 * +--------------------+---------+--------------+--------+-----------------------+------------
 * session: name | occurrence varint | members varint count, and for each: id, flows at the opening,
 *          most flows, varints | settings varint count, name and value each | shared u8 | flows varint
 *          | most varint
 * strings: varint length in bytes, UTF-8
 *
 * kind u8
 * 0 CLOSED    the last: the session was closed in order
 * 1 GAVE_UP   the last: it failed or gave up
 * 2 SENT      peer varint | flow varint | length varint, 1 to 8,192 | bytes handed to the flow
 * 3 RECEIVED  the same        bytes that the session's thread took from the flow
 * 4 ENDED     peer varint                                  the peer closed its end
 * 5 LOST      peer varint                                  the peer was lost
 * 6 ABORTED   peer varint | flow 0 | length | the notice   the peer gave up
 * </pre>
 *
 * Varints are LEB128, in their shortest form. For this party itself flows and most are 0. Records
 * are in the order that the session's thread saw; a file without a last record is not whole, and
 * nothing follows it. The header has at most 1 MiB.
 *
 * <p>Cost: one copy of all bytes and a system call each 16 KiB. What the disk refuses is told by
 * {@link #check}, never by the noting itself.
 */
final class RecordingWriter {
  static final byte[] MAGIC = "SOTTOREC".getBytes(StandardCharsets.US_ASCII);
  static final int VERSION = 1;
  static final int MOST_HEADER_BYTES = 1 << 20;
  static final int MOST_RECORD_BYTES = 8 << 10;

  /** The most before a record's bytes: kind and three varints. */
  private static final int MOST_START_BYTES = 16;

  private static final int BUFFER_BYTES = 16 << 10;

  private final Path file;
  private final OutputStream stream;
  private final ByteBuf out;
  private final ByteBuf run;
  private RecordKind kind = RecordKind.SENT;
  private int peer;
  private int flow;
  private @Nullable RecordingException failure;

  private RecordingWriter(Path file, OutputStream stream) {
    this.file = file;
    this.stream = stream;
    this.out = Unpooled.buffer(BUFFER_BYTES, BUFFER_BYTES);
    this.run = Unpooled.buffer(MOST_RECORD_BYTES, MOST_RECORD_BYTES);
  }

  /** Creates the file, for its owner alone; there must be none yet. */
  static RecordingWriter create(
      Path directory, PartyTable parties, int self, SessionSpec spec, List<Spread> spreads) {
    ByteBuf header = header(parties, self, spec, spreads);
    Path file = RecordingFiles.of(directory, self, spec.key());
    if (header.readableBytes() > MOST_HEADER_BYTES) {
      throw new RecordingException(
          "recording "
              + file
              + ": expected a header of at most "
              + MOST_HEADER_BYTES
              + " bytes, got "
              + header.readableBytes(),
          null);
    }
    try {
      OutputStream stream = RecordingFiles.create(file);
      RecordingWriter writer = new RecordingWriter(file, stream);
      writer.write(header);
      return writer;
    } catch (FileAlreadyExistsException e) {
      throw new RecordingException(
          "recording " + file + ": expected a new file, got one that exists", e);
    } catch (IOException e) {
      throw new RecordingException("recording " + file + ": cannot create it", e);
    }
  }

  private static ByteBuf header(
      PartyTable parties, int self, SessionSpec spec, List<Spread> spreads) {
    ByteBuf out = Unpooled.buffer();
    out.writeBytes(MAGIC).writeByte(VERSION).writeBytes(parties.digest());
    varint(out, self);
    string(out, spec.name());
    varint(out, spec.occurrence());
    varint(out, spec.members().size());
    for (int member : spec.members()) {
      Spread spread = spreads.get(member);
      varint(out, member);
      varint(out, member == self ? 0 : spread.flows());
      varint(out, member == self ? 0 : spread.most());
    }
    varint(out, spec.settings().size());
    spec.settings()
        .forEach(
            (name, value) -> {
              string(out, name);
              string(out, value);
            });
    out.writeBoolean(spec.carriage().shared());
    varint(out, spec.carriage().flows());
    varint(out, spec.carriage().most());
    return out;
  }

  /** Notes a range of a block that was sent. */
  void sent(int peer, int flow, ByteBuf block, int from, int length) {
    int at = from;
    for (int left = length; left > 0; ) {
      int part = room(RecordKind.SENT, peer, flow, left);
      run.writeBytes(block, at, part);
      at += part;
      left -= part;
    }
  }

  /** Notes a byte that was taken. */
  void received(int peer, int flow, byte value) {
    room(RecordKind.RECEIVED, peer, flow, 1);
    run.writeByte(value);
  }

  /** Notes a range of a segment that was taken. */
  void received(int peer, int flow, MemorySegment source, long offset, long count) {
    long at = offset;
    for (long left = count; left > 0; ) {
      int part = room(RecordKind.RECEIVED, peer, flow, left);
      MemorySegment target = MemorySegment.ofArray(run.array());
      MemorySegment.copy(source, JAVA_BYTE, at, target, JAVA_BYTE, run.writerIndex(), part);
      run.writerIndex(run.writerIndex() + part);
      at += part;
      left -= part;
    }
  }

  /** Notes that a peer has ended. */
  void ended(int peer, boolean inOrder) {
    endRun();
    reserve(MOST_START_BYTES);
    out.writeByte((inOrder ? RecordKind.ENDED : RecordKind.LOST).code());
    varint(out, peer);
  }

  /** Notes what a peer said when it gave up, or as much of it as counts. */
  void aborted(int peer, byte[] notice) {
    int length = Math.min(notice.length, MOST_RECORD_BYTES);
    if (length > 0) {
      endRun();
      room(RecordKind.ABORTED, peer, 0, length);
      run.writeBytes(notice, 0, length);
      endRun();
    }
  }

  /** Tells if the file could not be written. */
  void check() {
    if (failure != null) {
      throw failure;
    }
  }

  /** Writes the last record, and wipes what was in memory. */
  void close(boolean inOrder) {
    endRun();
    reserve(MOST_START_BYTES);
    out.writeByte((inOrder ? RecordKind.CLOSED : RecordKind.GAVE_UP).code());
    write(out);
    Arrays.fill(run.array(), (byte) 0);
    Arrays.fill(out.array(), (byte) 0);
    try {
      stream.close();
    } catch (IOException e) {
      failed(e);
    }
    check();
  }

  /** Makes room for some of {@code wanted} bytes in the current record or a new one. */
  private int room(RecordKind kind, int peer, int flow, long wanted) {
    boolean same = kind == this.kind && peer == this.peer && flow == this.flow;
    if (!same || !run.isWritable()) {
      endRun();
      this.kind = kind;
      this.peer = peer;
      this.flow = flow;
    }
    return (int) Math.min(wanted, run.maxWritableBytes());
  }

  private void endRun() {
    if (run.isReadable()) {
      reserve(MOST_START_BYTES + run.readableBytes());
      out.writeByte(kind.code());
      varint(out, peer);
      varint(out, flow);
      varint(out, run.readableBytes());
      out.writeBytes(run);
      run.clear();
    }
  }

  private void reserve(int bytes) {
    if (out.readableBytes() + bytes > BUFFER_BYTES) {
      write(out);
    }
  }

  private void write(ByteBuf source) {
    try {
      if (failure == null) {
        stream.write(source.array(), 0, source.readableBytes());
      }
    } catch (IOException e) {
      failed(e);
    }
    source.clear();
  }

  private void failed(IOException e) {
    if (failure == null) {
      failure = new RecordingException("recording " + file + ": cannot write it", e);
    }
  }

  private static void string(ByteBuf out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    varint(out, bytes.length);
    out.writeBytes(bytes);
  }

  private static void varint(ByteBuf out, int value) {
    int left = value;
    while ((left & ~0x7F) != 0) {
      out.writeByte((left & 0x7F) | 0x80);
      left >>>= 7;
    }
    out.writeByte(left);
  }
}
