/**
 * What can go wrong between parties, one class for each thing a caller may do about it; all are
 * unchecked {@link org.sotto.codec.SottoException}s and name party, session and phase, with what
 * was expected and what came. None holds a share, a key or any other payload.
 *
 * <ul>
 *   <li>{@link org.sotto.net.error.ConnectException}: a peer could not be reached in time
 *   <li>{@link org.sotto.net.error.HelloMismatchException}: it was reached and is set up otherwise
 *   <li>{@link org.sotto.net.error.IdentityException}: this party's own certificate or key is wrong
 *   <li>{@link org.sotto.net.error.TlsException}: a peer did not prove that it is who it should be
 *   <li>{@link org.sotto.net.error.PeerLostException}: its connection ended in the middle
 *   <li>{@link org.sotto.net.error.PartyAbortedException}: it said why it gave up
 *   <li>{@link org.sotto.net.error.DesyncException}: what it sent is not what this step expects
 *   <li>{@link org.sotto.net.error.SessionTimeoutException}: it made no progress
 *   <li>{@link org.sotto.net.error.SessionFailedException}: this session has failed before
 *   <li>{@link org.sotto.net.error.RecordingException}: a recording cannot be written or replayed
 *   <li>{@link org.sotto.net.error.ReplayMismatchException}: a replay differs from its recording
 * </ul>
 */
@NullMarked
package org.sotto.net.error;

import org.jspecify.annotations.NullMarked;
