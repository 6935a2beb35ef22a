package org.sotto.mpc;

import org.sotto.codec.BitVec;

/**
 * Signs and carries of values in two-addend form. Batches have at least one lane, rings at least
 * two bits.
 */
interface CarryProtocol {
  /** Opens the most significant bits to all. */
  BitVec open(SplitShares x);

  /** The same of replicated values, which some protocols open in fewer rounds. */
  BitVec open(RingShares x);

  /** The most significant bits as replicated bits. */
  BitShares replicated(SplitShares x);

  /** The most significant bits in split form. */
  SplitBits split(SplitShares x);

  /** The carries out of a + c, all bits of the ring, in split form. */
  SplitBits carry(SplitShares x);
}
