package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.socket.SocketChannel;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;
import org.sotto.net.error.ConnectException;

/**
 * One of the flows that the shared sessions of a link travel on, in runs of bytes:
 *
 * <pre>
 * varint( session ) | varint( length * 2 + s ) | [ s = 1: varint( flow of the session ) ] | bytes
 * </pre>
 *
 * The session is named by the receiver's number. Threads of sessions hand runs over without a lock;
 * all that has gathered by the time that the event loop looks leaves with one flush.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class Mux implements Flow.Owner {
  /** Unacknowledged bytes above which runs wait here. */
  private static final long WINDOW = 16 << 20;

  private static final int MAX_RUN_BYTES = 1 << 20;
  private static final int MAX_HEADER_BYTES = 12;

  /** Shorter runs are copied, so that a session that does not read them holds no read buffer. */
  static final int COPIED_BYTES = 1 << 10;

  private static final int BLOCK_BYTES = 64 << 10;

  private record Run(SharedMember to, int flow, ByteBuf block, int from, int length) {}

  private final Link link;
  private final Flow flow;
  private final MpscUnboundedVarHandleArrayQueue<Run> runs =
      new MpscUnboundedVarHandleArrayQueue<>(256);
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final AtomicLong backlog = new AtomicLong();
  private final ArrayDeque<ByteBuf> unread = new ArrayDeque<>();
  private final Cursor cursor = new Cursor();
  private ByteBuf block = Unpooled.EMPTY_BUFFER;
  private int written;
  private volatile boolean closed;

  Mux(Link link, int index) {
    this.link = link;
    this.flow = new Flow(index, this);
  }

  Flow flow() {
    return flow;
  }

  /** Bytes handed over and not acknowledged. */
  long backlog() {
    return backlog.get() + flow.pending();
  }

  /** Whether the peer has acknowledged this much of the flow; from any thread. */
  boolean isThrough(long offset) {
    return flow.acknowledged() >= offset;
  }

  /** Hands a range of a block over; from any thread, in order for each. */
  void submit(SharedMember to, int sessionFlow, ByteBuf from, int at, int length) {
    if (!closed) {
      backlog.addAndGet(length);
      runs.offer(new Run(to, sessionFlow, from.retain(), at, length));
      wake();
    }
  }

  private void wake() {
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      try {
        link.loop().execute(this::drain);
      } catch (RejectedExecutionException e) {
        closed = true; // The mesh has closed; the links tell the sessions.
      }
    }
  }

  private void drain() {
    scheduled.set(false);
    boolean some = false;
    // Of an honest peer nothing that it has acknowledged is unsent.
    while (closed || Math.max(flow.pending(), flow.unsent()) < WINDOW) {
      Run run = runs.poll();
      if (run == null) {
        break;
      }
      backlog.addAndGet(-run.length());
      if (!closed) {
        write(run);
        some = true;
      }
      run.block().release();
    }
    if (some) {
      writeGathered();
      flow.flush();
    }
  }

  /** Writes a run: a short one is copied behind its header, a long one goes as it is. */
  private void write(Run run) {
    boolean copied = run.length() <= COPIED_BYTES;
    int needed = MAX_HEADER_BYTES + (copied ? run.length() : 0);
    if (block.capacity() - block.writerIndex() < needed) {
      writeGathered();
      block.release();
      block = link.mesh().allocator().directBuffer(BLOCK_BYTES, BLOCK_BYTES);
      written = 0;
    }
    int start = block.writerIndex();
    Strings.writeVarint(block, run.to().remote());
    Strings.writeVarint(block, (long) run.length() << 1 | (run.flow() == 0 ? 0 : 1));
    if (run.flow() != 0) {
      Strings.writeVarint(block, run.flow());
    }
    run.to().handedOver(run.flow(), run.length(), block.writerIndex() - start);
    if (copied) {
      block.writeBytes(run.block(), run.from(), run.length());
    } else {
      writeGathered();
      flow.write(run.block(), run.from(), run.length());
    }
    run.to().reached(run.flow(), flow.written() + block.writerIndex() - written);
  }

  private void writeGathered() {
    int gathered = block.writerIndex() - written;
    if (gathered > 0) {
      flow.write(block, written, gathered);
      written += gathered;
    }
  }

  void acknowledged(long received) {
    if (received > flow.written()) {
      link.lost(
          new ConnectException(
              link.peer().label()
                  + ": expected an acknowledgement of at most "
                  + flow.written()
                  + " bytes on shared flow "
                  + flow.index()
                  + ", got "
                  + received,
              null));
      return;
    }
    flow.acknowledged(received);
    flow.prune();
    if (!runs.isEmpty()) {
      wake();
    }
  }

  /** Goes on over a connection; on the event loop. */
  void adopt(SocketChannel channel, Handshake handshake, Hello.Flow hello) {
    if (!channel.isOpen()) {
      handshake.discard();
      dropped(flow, null);
      return;
    }
    if (!link.dials()) {
      handshake.send(channel, link.mesh().flowHello(0, flow.index(), flow.received())::write);
    }
    try {
      flow.attach(channel, handshake, hello.received());
    } catch (IllegalStateException e) {
      link.lost(new ConnectException(link.peer().label() + ": " + e.getMessage(), e));
    }
  }

  @Override
  public void arrived(Flow from, ByteBuf bytes) {
    unread.add(bytes);
    try {
      while (cursor.run()) {
        // the next run
      }
    } catch (IllegalArgumentException e) {
      link.lost(
          new ConnectException(
              link.peer().label() + ": expected a run of a session, got " + e.getMessage(), e));
    }
  }

  @Override
  public void acknowledge(Flow from, long received) {
    link.send(new ControlMessage.Ack(0, from.index(), received));
  }

  @Override
  public String title() {
    return link.peer().label() + ", shared sessions";
  }

  @Override
  public void dropped(Flow from, @Nullable Throwable cause) {
    if (link.dials()) {
      // A moment for the peer's word that it leaves, which comes by the control flow.
      link.loop().schedule(this::dial, Link.AFTER_DROP_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Dials until the flow stands, unless the peer is lost. */
  void dial() {
    if (!closed && link.lost() == null) {
      link.mending().flow(0, flow, this::adopt, () -> {});
    }
  }

  void close() {
    closed = true;
    flow.close();
    unread.forEach(ByteBuf::release);
    unread.clear();
    block.release();
    block = Unpooled.EMPTY_BUFFER;
    written = 0;
    drain();
  }

  /** Where the reading of runs stands: a header may be cut at any byte. */
  private final class Cursor {
    private int stage;
    private long value;
    private int shift;
    private int session;
    private boolean striped;
    private int sessionFlow;
    private int left;
    private int header;

    /** Takes a header's next varint, or bytes of a run; whether there may be more to take. */
    boolean run() {
      ByteBuf head = unread.peekFirst();
      if (head == null || closed) {
        return false;
      }
      if (stage == 3) {
        take(head);
      } else {
        byte next = head.readByte();
        header++;
        value |= (long) (next & 0x7F) << shift;
        shift += 7;
        if (shift > 35) {
          throw new IllegalArgumentException("a header of more than 5 bytes");
        }
        if (next >= 0) {
          field((int) Math.min(value, Integer.MAX_VALUE));
          value = 0;
          shift = 0;
        }
      }
      if (!closed && !head.isReadable()) { // What was wrong with a run has closed all.
        unread.removeFirst().release();
      }
      return true;
    }

    private void field(int number) {
      switch (stage) {
        case 0 -> {
          session = number;
          stage = 1;
        }
        case 1 -> {
          left = number >>> 1;
          if (left == 0 || left > MAX_RUN_BYTES) {
            throw new IllegalArgumentException(
                left + " bytes, 1 to " + MAX_RUN_BYTES + " are allowed");
          }
          striped = (number & 1) != 0;
          sessionFlow = 0;
          stage = striped ? 2 : 3;
        }
        default -> {
          sessionFlow = number;
          stage = 3;
        }
      }
    }

    private void take(ByteBuf head) {
      int run = Math.min(left, head.readableBytes());
      left -= run;
      if (left == 0) {
        stage = 0;
      }
      ByteBuf bytes =
          run > COPIED_BYTES
              ? head.readRetainedSlice(run)
              : Unpooled.buffer(run).writeBytes(head, run);
      if (link.mesh().sessions().get(session) instanceof SharedSession to
          && to.hasMember(link.peer().id())) {
        to.deliver(link.peer().id(), sessionFlow, bytes, header);
      } else {
        bytes.release(); // It has closed here: what still comes is not wanted.
      }
      header = 0;
    }
  }
}
