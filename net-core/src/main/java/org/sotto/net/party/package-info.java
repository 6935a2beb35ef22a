/**
 * Who takes part: {@link org.sotto.net.party.Party}, its {@link org.sotto.net.party.Endpoint}s and
 * the {@link org.sotto.net.party.PartyTable} that all of them must agree on, compared by digest in
 * every handshake.
 */
@NullMarked
package org.sotto.net.party;

import org.jspecify.annotations.NullMarked;
