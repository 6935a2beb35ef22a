/**
 * Links as they are between sites: how long a byte is on its way and how many fit in a second.
 *
 * <ul>
 *   <li>{@link org.sotto.net.link.LinkProfile}: the figures of one link between two parties, with
 *       named ones, one line of text, and {@link org.sotto.net.link.Stalls} and {@link
 *       org.sotto.net.link.Slots} as options;
 *   <li>{@link org.sotto.net.link.LinkModel}: one direction of such a link. It is told what is
 *       submitted and says when it arrives; it has no clock and no thread, so a relay drives it
 *       with real time and a network in memory with virtual time;
 *   <li>{@link org.sotto.net.link.Relay}: a TCP relay on loopback that behaves as the link, in this
 *       process and without root, with faults on demand;
 *   <li>{@link org.sotto.net.link.CostModel}: the time that rounds and bytes take on the link.
 * </ul>
 *
 * <p>What is modelled: both directions of a pair of parties are apart; all flows (connections) of
 * one direction share its rate fairly and each may have a cap of its own; loss is a stall of one
 * flow, as TCP shows it to a program. What is not: congestion control (a flow has its share at
 * once, and a lost packet does not halve it) and packet headers (rates count the bytes of the
 * streams).
 */
@NullMarked
package org.sotto.net.link;

import org.jspecify.annotations.NullMarked;
