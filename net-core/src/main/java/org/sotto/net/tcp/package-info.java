/**
 * Parties joined by TCP, on Netty. A {@link org.sotto.net.tcp.TcpTransport} owns one listener, one
 * control flow to each peer, and one event loop for handshakes; a session's flows are shaken hands
 * there and then move to an event loop that the session's own thread drives ({@code TcpFlows}), so
 * a blocking receive reads the socket itself.
 *
 * <p>Sockets are epoll's where its native part loads, else the JDK's; the system property {@code
 * sotto.net.nio=true} asks for the JDK's. With these an interrupt of a thread that waits is lost,
 * since Netty clears it; the progress timeout ends the wait.
 *
 * <pre>
 *  dial or accept -> Handshake (hello both ways) -> control flow, or session flow
 *  session flow   -> Rendezvous (waits for the local open) -> Openings (compares both hellos)
 *                 -> TcpFlows (driven) -> Lingering
 * </pre>
 */
@NullMarked
package org.sotto.net.tcp;

import org.jspecify.annotations.NullMarked;
