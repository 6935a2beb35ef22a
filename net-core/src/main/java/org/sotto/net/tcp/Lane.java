package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One flow of a driven session to one member. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class Lane implements Flow.Owner {
  private static final long AFTER_REFUSAL_MILLIS = 200;

  private final DrivenSession session;
  private final DrivenMember member;
  private final Flow flow;
  private final TcpInbound inbound = new TcpInbound();
  private boolean stood;

  Lane(DrivenSession session, DrivenMember member, int index) {
    this.session = session;
    this.member = member;
    this.flow = new Flow(index, this);
  }

  @Override
  public void arrived(Flow from, ByteBuf bytes) {
    if (session.isClosedHere()) {
      bytes.release();
    } else {
      inbound.arrive(bytes);
    }
  }

  @Override
  public void acknowledge(Flow from, long received) {
    if (!session.isClosedHere()) {
      member.link().send(new ControlMessage.Ack(member.remote(), flow.index(), received));
    }
  }

  @Override
  public String title() {
    return member.link().peer().label() + ", session " + session.spec().key();
  }

  @Override
  public void dropped(Flow from, @Nullable Throwable cause) {
    dialSoon(Link.AFTER_DROP_MILLIS);
  }

  /** Leaves a moment for the peer's word that it has closed, which comes by another way. */
  void dialSoon(long millis) {
    if (member.link().dials()) {
      member.link().loop().schedule(() -> session.run(this::dial), millis, TimeUnit.MILLISECONDS);
    }
  }

  /** Dials, if this party does, unless the peer has said all or is lost. */
  void dial() {
    if (session.isClosedHere() && member.isSatisfied()) {
      session.mesh().reap(session);
      return;
    }
    List<Long> sent = member.closedAt();
    boolean done = sent != null && member.allHere(sent);
    if (member.link().dials() && member.lost() == null && !done && !flow.isClosed()) {
      int peer = member.link().peer().id();
      member
          .link()
          .mending()
          .flow(
              member.remote(),
              flow,
              (channel, handshake, hello) -> session.adopt(peer, channel, handshake, hello),
              this::refused);
    }
  }

  /** The peer does not know the session: it has closed, and its word for it may be under way. */
  private void refused() {
    dialSoon(AFTER_REFUSAL_MILLIS);
  }

  Flow flow() {
    return flow;
  }

  TcpInbound inbound() {
    return inbound;
  }

  /** Whether it has had a connection. */
  boolean stood() {
    return stood;
  }

  void hasStood() {
    stood = true;
  }
}
