package org.sotto.net.tcp;

import java.time.Duration;
import java.util.Optional;
import org.sotto.net.link.LinkProfile;
import org.sotto.net.party.Endpoint;
import org.sotto.net.tls.TlsIdentity;

/**
 * How a {@link TcpTransport} connects.
 *
 * @param connectDeadline how long to wait for peers that are not there yet
 * @param handshakeTimeout how long one connection may take to say a complete hello
 * @param closeTimeout how long closing waits for peers to take the last bytes
 * @param heartbeatTimeout how long a connected peer may be silent before its link counts as broken
 * @param resumeTimeout how long a peer whose link broke may stay away before it counts as lost
 * @param frameCap the largest frame in bytes; all parties must set the same
 * @param sharedFlows how many flows a pair of parties has for its shared sessions
 * @param tls who this party is, for mutual TLS on every connection; empty for plain TCP
 * @param link what link to emulate between each pair of parties, if any; all must set the same
 * @param bind where to listen
 */
public record TcpOptions(
    Duration connectDeadline,
    Duration handshakeTimeout,
    Duration closeTimeout,
    Duration heartbeatTimeout,
    Duration resumeTimeout,
    int frameCap,
    int sharedFlows,
    Optional<TlsIdentity> tls,
    Optional<LinkProfile> link,
    Endpoint bind) {}
