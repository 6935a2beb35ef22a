package org.sotto.net.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sotto.net.error.IdentityException;

/** The blocks of a PEM file (RFC 7468), in their order; text around them is left out. */
final class Pem {
  /** The largest file that is read, in bytes. */
  private static final int MOST_BYTES = 1 << 20;

  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,40})-----\\R([A-Za-z0-9+/=\\s]*)-----END \\1-----");

  /** One block. No record: it may hold a key, and shows nothing of it. */
  static final class Block {
    private final String label;
    private final byte[] der;

    Block(String label, byte[] der) {
      this.label = label;
      this.der = der;
    }

    String label() {
      return label;
    }

    byte[] der() {
      return der;
    }

    @Override
    public String toString() {
      return "PEM block " + label;
    }
  }

  private Pem() {}

  /**
   * Reads a file.
   *
   * @param what the file as messages name it
   * @throws IdentityException if it cannot be read, is too large or has no block
   */
  static List<Block> read(String what, Path file) {
    byte[] content;
    try (InputStream in = Files.newInputStream(file)) {
      content = in.readNBytes(MOST_BYTES + 1);
    } catch (NoSuchFileException e) {
      throw new IdentityException(what + ": expected a PEM file, got no such file", e);
    } catch (IOException e) {
      throw new IdentityException(
          what + ": expected a readable PEM file, got " + e.getClass().getSimpleName(), e);
    }
    if (content.length > MOST_BYTES) {
      throw new IdentityException(
          what + ": expected a PEM file of at most " + MOST_BYTES + " bytes, got more", null);
    }
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(new String(content, StandardCharsets.ISO_8859_1));
    while (matcher.find()) {
      try {
        blocks.add(new Block(matcher.group(1), Base64.getMimeDecoder().decode(matcher.group(2))));
      } catch (IllegalArgumentException e) {
        throw new IdentityException(
            what + ": expected base64 in the block " + matcher.group(1) + ", got none", null);
      }
    }
    if (blocks.isEmpty()) {
      throw new IdentityException(
          what + ": expected PEM (-----BEGIN ...-----), got none in " + content.length + " bytes",
          null);
    }
    return blocks;
  }
}
