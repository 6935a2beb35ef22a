package org.sotto.bench.iris;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.sotto.mpc.iris.IrisTemplate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A template as a JSON file: {@code {"code": "<3200 hex digits>", "mask": "<1600 hex digits>"}}.
 * Byte b of the hex holds bits 8b to 8b + 7, least significant first. Code bits 2j and 2j + 1 share
 * mask bit j.
 */
public final class IrisTemplateFile {
  private static final long MOST_BYTES = 64 << 10;

  private record Content(String code, String mask) {}

  private IrisTemplateFile() {}

  /**
   * Reads a template.
   *
   * @throws IllegalArgumentException naming the file, what was expected and what it has
   */
  public static IrisTemplate read(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw wrong(file, "at most " + MOST_BYTES + " bytes", Files.size(file) + "");
      }
      Content content = new JsonMapper().readValue(file.toFile(), Content.class);
      if (content == null || content.code() == null || content.mask() == null) {
        throw wrong(file, "the fields code and mask", "a field that is missing");
      }
      return new IrisTemplate(
          words(file, "code", content.code(), IrisTemplate.BITS),
          words(file, "mask", content.mask(), IrisTemplate.MASKS));
    } catch (JacksonException e) {
      throw wrong(file, "JSON with the fields code and mask", e.getOriginalMessage());
    } catch (IOException e) {
      throw new IllegalArgumentException("template file " + file + ": " + e.getMessage(), e);
    }
  }

  /** Writes a template. */
  public static void write(IrisTemplate template, Path file) throws IOException {
    Content content =
        new Content(
            hex(template.codeWords(), IrisTemplate.BITS),
            hex(template.maskWords(), IrisTemplate.MASKS));
    Files.writeString(file, new JsonMapper().writeValueAsString(content) + "\n");
  }

  private static long[] words(Path file, String field, String hex, int bits) {
    if (hex.length() != bits / 4) {
      throw wrong(file, bits / 4 + " hex digits in " + field, hex.length() + "");
    }
    byte[] bytes;
    try {
      bytes = HexFormat.of().parseHex(hex);
    } catch (IllegalArgumentException e) {
      throw wrong(file, "hex digits in " + field, "another character");
    }
    long[] words = new long[(bits + 63) / 64];
    for (int i = 0; i < bytes.length; i++) {
      words[i / 8] |= (bytes[i] & 0xFFL) << (8 * (i % 8));
    }
    return words;
  }

  private static String hex(long[] words, int bits) {
    byte[] bytes = new byte[bits / 8];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (words[i / 8] >>> (8 * (i % 8)));
    }
    return HexFormat.of().formatHex(bytes);
  }

  private static IllegalArgumentException wrong(Path file, String expected, String got) {
    return new IllegalArgumentException(
        "template file " + file + ": expected " + expected + ", got " + got);
  }
}
