package org.sotto.mpc.lowround;

import org.jspecify.annotations.Nullable;

/**
 * One party's parts of a chain of maps v -&gt; d_t ^ p_t v, lowest first, and of the leaf that the
 * lowest is applied to: alpha at the holder, beta at both others, value = alpha ^ beta.
 *
 * @param p slice t is p_t
 * @param d slice t is d_t; null where it is zero, at the first holder
 * @param leaf one slice; null where it is zero
 */
public record Links(Slices p, @Nullable Slices d, @Nullable Slices leaf) {
  /** How many maps. */
  public int maps() {
    return p.count();
  }

  int words() {
    return p.words();
  }
}
