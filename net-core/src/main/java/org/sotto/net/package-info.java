/**
 * What a protocol author writes against. A {@link org.sotto.net.Mesh} holds this party's links; a
 * {@link org.sotto.net.Session} is one protocol run with an ordered {@link org.sotto.net.Channel}
 * to each other member; a {@link org.sotto.net.Phase} names a stretch of it; the {@link
 * org.sotto.net.CostLedger} says what all that cost, exactly. {@link org.sotto.net.Parties} runs
 * several parties in one JVM for tests and measurements.
 *
 * <p>Data flows one way: value, codec or bare elements, frame ({@code Outbox}), flow ({@link
 * org.sotto.net.transport.Flows}), and back up through {@code Inbox}. The packages below: {@link
 * org.sotto.net.party} who takes part, {@link org.sotto.net.error} what can go wrong, {@link
 * org.sotto.net.transport} the seam to what carries bytes, with {@link org.sotto.net.memory} and
 * {@link org.sotto.net.tcp} as its two implementations. Beside them {@link org.sotto.net.link} has
 * links as they are between sites, to predict and to emulate, and {@link org.sotto.net.record}
 * writes sessions to files and replays one party against them.
 *
 * <p>To find where two parties get out of step, a session can keep a {@link
 * org.sotto.net.Transcript}, digests of all its messages that leave nothing on the wire, and check
 * tags ({@link org.sotto.net.SessionOptions#withCheckedTags}): a byte of the sender's phase with
 * each message, and at the end of each outermost phase a frame with a sum over the messages both
 * ways. These frames travel on flow 0 among the messages, and not on the control flow: there they
 * are in order with the messages that they speak of, whatever carries the session.
 *
 * <p>Calls block; a session belongs to the thread that opened it. A sub-protocol that runs beside
 * opens a session of its own.
 */
@NullMarked
package org.sotto.net;

import org.jspecify.annotations.NullMarked;
