package org.sotto.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sotto.codec.Batch;
import org.sotto.codec.BitVec;
import org.sotto.codec.BlockVec;
import org.sotto.codec.Bytes;
import org.sotto.codec.CodecException;
import org.sotto.codec.DecodeLimits;
import org.sotto.codec.NetworkValue;
import org.sotto.codec.PackedVec;
import org.sotto.codec.Ring16Vec;
import org.sotto.codec.Ring32Vec;
import org.sotto.codec.Ring64Vec;
import org.sotto.codec.ValueCodec;
import org.sotto.net.SessionOptions.ElementForm;
import org.sotto.net.transport.Flows;

/**
 * The ordered channel of a session to one peer, used by the session's thread.
 *
 * <p>A send has copied or written its array when it returns; small messages are gathered until
 * {@link #flush}, or until this session next waits. A receive blocks until the message is there.
 * Typed sends carry their elements alone (little-endian, bits least significant first), so the
 * receiver must ask for the same type and count; a message of another length is a {@link
 * org.sotto.net.error.DesyncException}.
 */
public final class Channel {
  private static final long MAX_VALUE_BYTES = Integer.MAX_VALUE - 64;

  private final Session session;
  private final int peer;
  private final ValueCodec codec;
  private final boolean tagged;
  private final DecodeLimits limits;
  private final Outbox outbox;
  private final Inbox inbox;
  private final @Nullable TranscriptHash sent;
  private final @Nullable TranscriptHash received;
  private final @Nullable TagTrail tags;

  Channel(Session session, Flows flows, Pump pump, int peer, SessionOptions options, int frameCap) {
    this.session = session;
    this.peer = peer;
    this.codec = options.codec();
    this.tagged = options.elements() == ElementForm.TAGGED;
    this.limits = options.limits();
    this.sent = options.audit().transcript() ? new TranscriptHash() : null;
    this.received = options.audit().transcript() ? new TranscriptHash() : null;
    this.tags = options.audit().checkedTags() ? new TagTrail(session::standing, peer) : null;
    this.outbox = new Outbox(session, flows, pump, peer, frameCap, sent, tags);
    this.inbox = new Inbox(session, flows, pump, peer, frameCap, received, tags);
  }

  /** The id of the party at the other end. */
  public int peer() {
    return peer;
  }

  /**
   * Sends what is gathered for this peer on its way. Waits until the system has taken it, if this
   * thread is the one to hand it over, and reads meanwhile; not until the peer has it.
   */
  public void flush() {
    session.checkUsable();
    outbox.flush();
  }

  // --- Values, self-describing, in the session's codec profile.

  /**
   * Sends a value as the session's codec writes it.
   *
   * @throws CodecException if the profile has no encoding for it
   */
  public void send(NetworkValue value) {
    session.checkUsable();
    int length = codec.encodedLength(value);
    if (outbox.fits(length)) {
      ByteBuf out = outbox.beginWhole(length, session.depthOfSend());
      codec.encode(value, out);
      outbox.endWhole();
    } else {
      ByteBuf whole = Unpooled.buffer(length);
      codec.encode(value, whole);
      bare(Form.VALUE, MemorySegment.ofArray(whole.array()), length);
    }
  }

  /** Receives a value of any kind within the session's limits. */
  public NetworkValue receive() {
    return decoded("a value", bytes -> codec.decode(bytes, limits));
  }

  /**
   * Receives a value of one kind.
   *
   * @throws org.sotto.net.error.DesyncException if another kind came
   */
  public <V extends NetworkValue> V receive(Class<V> kind) {
    NetworkValue value =
        decoded(
            "a " + kind.getSimpleName(),
            bytes ->
                kind == Batch.class
                    ? codec.decodeBatch(bytes, limits)
                    : codec.decode(bytes, limits));
    if (!kind.isInstance(value)) {
      throw session.faults().desync(peer, "a " + kind.getSimpleName(), "a " + value.kind());
    }
    return kind.cast(value);
  }

  private NetworkValue decoded(String expecting, Function<ByteBuf, NetworkValue> decoder) {
    ByteBuf bytes = nextValue(expecting);
    try {
      return decoder.apply(bytes);
    } catch (CodecException e) {
      throw session.faults().desync(peer, expecting, "bytes that are none: " + e.getMessage());
    }
  }

  private ByteBuf nextValue(String expecting) {
    session.checkUsable();
    ByteBuf bytes = Unpooled.buffer(64);
    inbox.message(bytes, Math.min(limits.maxBytes(), MAX_VALUE_BYTES), expecting);
    received(bytes.readableBytes());
    return bytes;
  }

  // --- Elements, whose type and count both ends know.

  /** Sends {@code ceil(bits / 8)} bytes. */
  public void sendBits(BitVec bits) {
    if (tagged) {
      send(bits);
    } else {
      elements(
          Form.BITS, MemorySegment.ofArray(WireOrder.toWire(bits.words())), bytes(bits.size()));
    }
  }

  /** Receives {@code bits} bits. */
  public BitVec receiveBits(int bits) {
    notNegative(bits);
    if (tagged) {
      BitVec value = receive(BitVec.class);
      check("BitVec", bits, value.size());
      return value;
    }
    String expecting = "a BitVec";
    long[] words = new long[BitVec.words(bits)];
    elements(Form.BITS, MemorySegment.ofArray(words), bytes(bits), expecting);
    WireOrder.fromWire(words);
    int used = bits & 63;
    if (used != 0 && words[words.length - 1] >>> used != 0) {
      throw session
          .faults()
          .desync(peer, expecting + " with zeros behind its last bit", "other bits");
    }
    return new BitVec(bits, words);
  }

  /** Sends {@code ceil(size * width / 8)} bytes. */
  public void sendPacked(PackedVec packed) {
    if (tagged) {
      send(packed);
    } else {
      elements(
          Form.BITS,
          MemorySegment.ofArray(WireOrder.toWire(packed.words())),
          bytes(packed.bitLength()));
    }
  }

  /** Receives {@code size} elements of {@code width} bits. */
  public PackedVec receivePacked(int width, int size) {
    if (tagged) {
      PackedVec value = receive(PackedVec.class);
      check("PackedVec", size, value.size());
      check("PackedVec width", width, value.width());
      return value;
    }
    BitVec bits = receiveBits(PackedVec.bitLength(width, size));
    return new PackedVec(width, size, bits.words());
  }

  /** Sends 2 bytes an element. */
  public void sendRing16(short[] elements) {
    if (tagged) {
      send(new Ring16Vec(elements));
    } else {
      elements(
          Form.RING16, MemorySegment.ofArray(WireOrder.toWire(elements)), 2L * elements.length);
    }
  }

  /** Receives {@code count} elements of 2 bytes. */
  public short[] receiveRing16(int count) {
    notNegative(count);
    return receiveRing16(new short[count]);
  }

  /** Receives as many elements of 2 bytes as an array has room for, into it. */
  public short[] receiveRing16(short[] elements) {
    if (tagged) {
      short[] value = receive(Ring16Vec.class).elements();
      check("Ring16Vec", elements.length, value.length);
      System.arraycopy(value, 0, elements, 0, value.length);
      return elements;
    }
    elements(Form.RING16, MemorySegment.ofArray(elements), 2L * elements.length, "a Ring16Vec");
    return WireOrder.fromWire(elements);
  }

  /** Sends 4 bytes an element. */
  public void sendRing32(int[] elements) {
    if (tagged) {
      send(new Ring32Vec(elements));
    } else {
      elements(
          Form.RING32, MemorySegment.ofArray(WireOrder.toWire(elements)), 4L * elements.length);
    }
  }

  /** Receives {@code count} elements of 4 bytes. */
  public int[] receiveRing32(int count) {
    notNegative(count);
    return receiveRing32(new int[count]);
  }

  /** Receives as many elements of 4 bytes as an array has room for, into it. */
  public int[] receiveRing32(int[] elements) {
    if (tagged) {
      int[] value = receive(Ring32Vec.class).elements();
      check("Ring32Vec", elements.length, value.length);
      System.arraycopy(value, 0, elements, 0, value.length);
      return elements;
    }
    elements(Form.RING32, MemorySegment.ofArray(elements), 4L * elements.length, "a Ring32Vec");
    return WireOrder.fromWire(elements);
  }

  /** Sends 8 bytes an element. */
  public void sendRing64(long[] elements) {
    if (tagged) {
      send(new Ring64Vec(elements));
    } else {
      elements(
          Form.RING64, MemorySegment.ofArray(WireOrder.toWire(elements)), 8L * elements.length);
    }
  }

  /** Receives {@code count} elements of 8 bytes. */
  public long[] receiveRing64(int count) {
    notNegative(count);
    return receiveRing64(new long[count]);
  }

  /** Receives as many elements of 8 bytes as an array has room for, into it. */
  public long[] receiveRing64(long[] elements) {
    if (tagged) {
      long[] value = receive(Ring64Vec.class).elements();
      check("Ring64Vec", elements.length, value.length);
      System.arraycopy(value, 0, elements, 0, value.length);
      return elements;
    }
    elements(Form.RING64, MemorySegment.ofArray(elements), 8L * elements.length, "a Ring64Vec");
    return WireOrder.fromWire(elements);
  }

  /** Sends 16 bytes a block. */
  public void sendBlocks(BlockVec blocks) {
    if (tagged) {
      send(blocks);
    } else {
      sendRing64(blocks.words());
    }
  }

  /** Receives {@code count} blocks of 16 bytes. */
  public BlockVec receiveBlocks(int count) {
    if (tagged) {
      BlockVec value = receive(BlockVec.class);
      check("BlockVec", count, value.size());
      return value;
    }
    return new BlockVec(receiveRing64(Math.multiplyExact(2, count)));
  }

  /** Sends bytes as they are. */
  public void sendBytes(byte[] bytes) {
    if (tagged) {
      send(new Bytes(bytes));
    } else {
      elements(Form.BYTES, MemorySegment.ofArray(bytes), bytes.length);
    }
  }

  /** Receives {@code count} bytes. */
  public byte[] receiveBytes(int count) {
    notNegative(count);
    if (tagged) {
      byte[] value = receive(Bytes.class).bytes();
      check("Bytes", count, value.length);
      return value;
    }
    byte[] bytes = new byte[count];
    elements(Form.BYTES, MemorySegment.ofArray(bytes), count, "Bytes");
    return bytes;
  }

  private void elements(Form form, MemorySegment source, long length) {
    session.checkUsable();
    bare(form, source, length);
  }

  private void bare(Form form, MemorySegment source, long length) {
    outbox.message(form, source, length, session.depthOfSend());
  }

  private void elements(Form form, MemorySegment target, long length, String expecting) {
    session.checkUsable();
    inbox.message(form, target, length, expecting);
    received(length);
  }

  private void received(long length) {
    session.received(peer, inbox.depth(), length, inbox.headerBytes());
  }

  private void check(String what, int expected, int got) {
    if (expected != got) {
      throw session.faults().desync(peer, what + " of " + expected, "" + got);
    }
  }

  private static void notNegative(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("expected a count of at least 0, got " + count);
    }
  }

  private static long bytes(int bits) {
    return (bits + 7L) >>> 3;
  }

  // --- What the session asks of its channels.

  Outbox outbox() {
    return outbox;
  }

  Inbox inbox() {
    return inbox;
  }

  Transcript.Peer transcript() {
    return Transcript.Peer.of(peer, sent, received);
  }

  void endPhase() {
    if (tags != null) {
      outbox.endPhase(tags);
    }
  }

  void awaitPhaseEnd() {
    if (tags != null) {
      inbox.endPhase(tags);
    }
  }

  /** The last messages to and from the peer in words, with checked tags. */
  String account() {
    return tags == null ? "nothing kept" : tags.inWords();
  }
}
