/**
 * Three-party replicated secret sharing, semi-honest with an honest majority: party i of a session
 * holds the components (x_i, x_(i-1)) of every value.
 *
 * <ul>
 *   <li>values: {@link org.sotto.mpc.Ring}, {@link org.sotto.mpc.RingShares}, {@link
 *       org.sotto.mpc.BitShares}, and {@link org.sotto.mpc.SplitShares} and {@link
 *       org.sotto.mpc.SplitBits}, in two parts of which one party knows one and both others the
 *       other
 *   <li>the run: {@link org.sotto.mpc.ThreeParty} holds a session's keys and counters, {@link
 *       org.sotto.mpc.Round} is one exchange of messages, bit by bit without padding
 *   <li>operations: {@link org.sotto.mpc.Arithmetic}, {@link org.sotto.mpc.Binary}, {@link
 *       org.sotto.mpc.Lift}, {@link org.sotto.mpc.Injection}, {@link org.sotto.mpc.Selection},
 *       {@link org.sotto.mpc.Comparison}, {@link org.sotto.mpc.Equality}, {@link
 *       org.sotto.mpc.Minimum}
 *   <li>how carries are computed: {@link org.sotto.mpc.Strategy}, behind it adders on replicated
 *       bits, or chains whose arithmetic is in {@link org.sotto.mpc.lowround}
 *   <li>costs as code: {@link org.sotto.mpc.CostFormula}, held to the ledger by tests
 * </ul>
 *
 * <p>Every operation works on a batch of n values; n = 0 and n = 1 are batches. All parties call
 * the same operations in the same order: a counter, equal at all three, numbers the steps, and
 * every pseudorandom draw is addressed by it, so no draw can shift another. Lower packages: {@link
 * org.sotto.mpc.prg}, {@link org.sotto.mpc.bits} and {@link org.sotto.mpc.lowround}; above this one
 * {@link org.sotto.mpc.iris} and the pull request's own protocol in {@link org.sotto.mpc.parity}.
 */
@NullMarked
package org.sotto.mpc;

import org.jspecify.annotations.NullMarked;
