package org.sotto.net.tcp;

import java.time.Duration;
import org.sotto.net.party.Endpoint;

/**
 * How a {@link TcpTransport} connects.
 *
 * @param connectDeadline how long to wait for peers that are not there yet
 * @param handshakeTimeout how long one connection may take to say a complete hello
 * @param closeTimeout how long closing waits for peers to take the last bytes
 * @param frameCap the largest frame in bytes; all parties must set the same
 * @param bind where to listen
 */
public record TcpOptions(
    Duration connectDeadline,
    Duration handshakeTimeout,
    Duration closeTimeout,
    int frameCap,
    Endpoint bind) {}
