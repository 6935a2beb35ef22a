/**
 * The seam between sessions and what carries their bytes. A {@link
 * org.sotto.net.transport.Transport} opens, for each session, one set of {@link
 * org.sotto.net.transport.Flows}: an ordered byte flow to every other member, driven by the thread
 * that uses the session. Frames, accounting and errors are the session's; a transport moves bytes,
 * compares {@link org.sotto.net.transport.SessionSpec}s when a session opens, and counts what
 * crosses its wire.
 */
@NullMarked
package org.sotto.net.transport;

import org.jspecify.annotations.NullMarked;
