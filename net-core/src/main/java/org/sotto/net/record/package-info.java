/**
 * Sessions written to files, and one party run alone against them. {@link
 * org.sotto.net.record.Recorder} decorates any transport and writes, for each session, what its
 * thread sent and took; {@link org.sotto.net.record.Replay} is the transport of a party whose peers
 * are such files. What a recording looks like is said by {@code RecordingWriter}; {@code
 * RecordingReader} checks a whole file before any of it is used.
 *
 * <p>A recording holds all that a party received and sent, in the clear whatever the links were:
 * with the party's own inputs it may give away everything the protocol was to hide. Files can be
 * read by their owner only, and belong to where secrets may be.
 *
 * <p>What makes a replay repeatable: a session's bytes on a flow follow from the protocol alone,
 * but for how large messages are spread over flows, which follows from how fast these are. So a
 * recorded session, and its replay, spread them by how much each flow was given ({@code Spread}),
 * over as many flows as it opened with.
 */
@NullMarked
package org.sotto.net.record;

import org.jspecify.annotations.NullMarked;
