package org.sotto.mpc.prg;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A pseudorandom function from AES-128 in counter mode: stream {@code s} is the encryption of the
 * counter blocks {@code s || 0, s || 1, …}, {@code s} and the block number being 64-bit big-endian.
 * Any stream can be had at any time, so a draw that one party skips shifts no other.
 *
 * <p>Assumption: AES is a pseudorandom permutation; a key serves far fewer than 2^64 blocks. The
 * platform's AES is used, which is an intrinsic on x86 and ARM: about 4 ns a block. Not safe for
 * use by several threads.
 */
public final class AesCtr implements Prf {
  /** Key length in bytes. */
  public static final int KEY_BYTES = 16;

  /** Above this many bytes a call the JDK's AES can lose its intrinsic in a cold JVM. */
  private static final int BYTES_A_CALL = 32 << 10;

  private static final byte[] ZEROS = new byte[BYTES_A_CALL];

  private final SecretKeySpec spec;
  private final Cipher cipher;
  private final byte[] counter = new byte[16];
  private byte[] block = new byte[256];
  private boolean closed;

  /**
   * @param key {@value #KEY_BYTES} bytes, copied
   */
  public AesCtr(byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException(
          "key: expected " + KEY_BYTES + " bytes, got " + key.length);
    }
    this.spec = new SecretKeySpec(key, "AES");
    try {
      this.cipher = Cipher.getInstance("AES/CTR/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES/CTR", e);
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException after {@link #close}
   */
  @Override
  public void fill(long stream, long[] out, int count) {
    if (closed) {
      throw new IllegalStateException("this PRF is closed");
    }
    if (count == 0) {
      return;
    }
    try {
      ByteBuffer.wrap(counter).putLong(0, stream).putLong(8, 0);
      cipher.init(Cipher.ENCRYPT_MODE, spec, new IvParameterSpec(counter));
      long bytesLeft = 8L * count;
      int at = 0;
      while (bytesLeft > 0) {
        int run = (int) Math.min(bytesLeft, BYTES_A_CALL);
        if (block.length < run) {
          block = new byte[BYTES_A_CALL];
        }
        int got = cipher.update(ZEROS, 0, run, block, 0);
        if (got != run) {
          throw new IllegalStateException("AES/CTR gave " + got + " of " + run + " bytes");
        }
        ByteBuffer.wrap(block, 0, run)
            .order(ByteOrder.LITTLE_ENDIAN)
            .asLongBuffer()
            .get(out, at, run >>> 3);
        at += run >>> 3;
        bytesLeft -= run;
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES/CTR failed", e);
    }
  }

  /**
   * Ends the draws and wipes the last one. The key itself lies in objects of the platform, which
   * has no means to wipe them; it goes with them.
   */
  @Override
  public void close() {
    closed = true;
    Arrays.fill(block, (byte) 0);
  }
}
