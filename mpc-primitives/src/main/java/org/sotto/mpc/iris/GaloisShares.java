package org.sotto.mpc.iris;

import java.security.SecureRandom;
import java.util.List;

/**
 * One party's Shamir shares of a template: four numbers of Z_2^16 at a time are one element s of
 * the {@link GaloisRing}, in its orthonormal basis, and party i gets s + r * point_i for a fresh
 * uniform r. One party's shares are uniform whatever the template; the product of two shares has
 * degree 2 and is opened by three. So a dot product of two templates is a local dot product at each
 * party, giving addends of the result modulo 2^16 (to be masked before they are sent).
 *
 * <p>As a query the shares are multiplied by the party's Lagrange coefficient and brought to the
 * side of the ring's form that makes it a plain dot product, once a query; see {@link #asQuery}. So
 * one kind of share serves as query and as entry.
 */
public final class GaloisShares {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final short[] code;
  private final short[] mask;

  /**
   * @param code {@value IrisTemplate#BITS} numbers
   * @param mask {@value IrisTemplate#MASKS} numbers
   */
  public GaloisShares(short[] code, short[] mask) {
    if (code.length != IrisTemplate.BITS || mask.length != IrisTemplate.MASKS) {
      throw new IllegalArgumentException(
          "galois shares: expected "
              + IrisTemplate.BITS
              + " and "
              + IrisTemplate.MASKS
              + " numbers, got "
              + code.length
              + " and "
              + mask.length);
    }
    this.code = code;
    this.mask = mask;
  }

  /** Shares of a template for parties 0, 1 and 2, with fresh randomness. */
  public static GaloisShares[] share(IrisTemplate template) {
    short[][] codes = share(template.signs());
    short[][] masks = share(template.maskNumbers());
    return new GaloisShares[] {
      new GaloisShares(codes[0], masks[0]),
      new GaloisShares(codes[1], masks[1]),
      new GaloisShares(codes[2], masks[2])
    };
  }

  private static short[][] share(short[] secret) {
    byte[] randomness = new byte[2 * secret.length];
    RANDOM.nextBytes(randomness);
    short[][] shares = new short[3][secret.length];
    int[][] points = {GaloisRing.point(0), GaloisRing.point(1), GaloisRing.point(2)};
    int[] r = new int[GaloisRing.DEGREE];
    for (int at = 0; at < secret.length; at += GaloisRing.DEGREE) {
      for (int j = 0; j < r.length; j++) {
        int b = 2 * (at + j);
        r[j] = (randomness[b] & 0xFF) | ((randomness[b + 1] & 0xFF) << 8);
      }
      int[] element =
          GaloisRing.ofNumbers(secret[at], secret[at + 1], secret[at + 2], secret[at + 3]);
      for (int party = 0; party < 3; party++) {
        int[] masked = GaloisRing.multiply(r, points[party]);
        for (int j = 0; j < r.length; j++) {
          shares[party][at + j] = (short) (element[j] + masked[j]);
        }
      }
    }
    return shares;
  }

  /** The code's numbers; the caller must not change them. */
  public short[] code() {
    return code;
  }

  /** The mask's numbers; the caller must not change them. */
  public short[] mask() {
    return mask;
  }

  /** These shares as the query side of dot products at one party. */
  public Query asQuery(int party) {
    return new Query(prepared(code, party), prepared(mask, party));
  }

  private static short[] prepared(short[] share, int party) {
    int[] lagrange = GaloisRing.lagrange(party);
    short[] out = new short[share.length];
    int[] element = new int[GaloisRing.DEGREE];
    for (int at = 0; at < share.length; at += GaloisRing.DEGREE) {
      for (int j = 0; j < element.length; j++) {
        element[j] = share[at + j] & 0xFFFF;
      }
      int[] form = GaloisRing.formOf(GaloisRing.multiply(element, lagrange));
      for (int j = 0; j < form.length; j++) {
        out[at + j] = (short) form[j];
      }
    }
    return out;
  }

  /** A prepared query; its dot products with entries are this party's addends. */
  public static final class Query {
    private final short[] code;
    private final short[] mask;

    private Query(short[] code, short[] mask) {
      this.code = code;
      this.mask = mask;
    }

    /**
     * This party's addends of the dot products with n entries, modulo 2^16: n of codes, then n of
     * mask numbers, each half of the common bits. Not masked.
     */
    public long[] dots(List<GaloisShares> entries) {
      int n = entries.size();
      long[] dots = new long[2 * n];
      for (int i = 0; i < n; i++) {
        dots[i] = codeDot(entries.get(i));
        dots[n + i] = maskDot(entries.get(i));
      }
      return dots;
    }

    /** Addend of the code dot product modulo 2^16. */
    int codeDot(GaloisShares entry) {
      return dot(code, entry.code);
    }

    /** Addend of the dot product of the mask numbers, half of the common bits, modulo 2^16. */
    int maskDot(GaloisShares entry) {
      return dot(mask, entry.mask);
    }

    private static int dot(short[] a, short[] b) {
      int sum = 0;
      for (int i = 0; i < a.length; i++) {
        sum += a[i] * b[i];
      }
      return sum & 0xFFFF;
    }
  }
}
