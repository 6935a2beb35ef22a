package org.sotto.net.tls;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;

/**
 * A party as a certificate names it, in a SubjectAlternativeName of type URI:
 *
 * <pre>
 *   sotto:party/&lt;id&gt;/&lt;name&gt;        sotto:party/2/charlie
 * </pre>
 *
 * <p>The id is decimal without leading zeros. Of the name's UTF-8 bytes, letters, digits and {@code
 * - . _ ~} stand for themselves and all others are {@code %XX} with capital digits (RFC 3986,
 * section 2), so each party has exactly one URI; any other spelling is refused.
 *
 * @param id the party's place in the table, 0 to 255
 * @param name its name, 1 to 64 characters
 */
public record PartyUri(int id, String name) {
  private static final String PREFIX = "sotto:party/";
  private static final Pattern FORM = Pattern.compile("sotto:party/(\\d{1,3})/([^/]+)");
  private static final String UNRESERVED = "-._~";
  private static final String HEX = "0123456789ABCDEF";

  /** Refuses an id out of range, and a name that is blank, too long or no Unicode text. */
  public PartyUri {
    Objects.requireNonNull(name, "name");
    if (id < 0 || id >= PartyTable.MAX_PARTIES) {
      throw new IllegalArgumentException(
          "party: expected an id of 0 to " + (PartyTable.MAX_PARTIES - 1) + ", got " + id);
    }
    if (name.isBlank() || name.length() > Party.MAX_NAME) {
      throw new IllegalArgumentException(
          "party "
              + id
              + ": expected a name of 1 to "
              + Party.MAX_NAME
              + " characters, got "
              + name.length());
    }
    utf8(name);
  }

  /** Whether a URI means to name a party, rightly or not. */
  static boolean isParty(String uri) {
    return uri.startsWith(PREFIX);
  }

  /**
   * Reads the canonical form.
   *
   * @throws IllegalArgumentException saying what was expected and what came
   */
  public static PartyUri parse(String uri) {
    Matcher form = FORM.matcher(uri);
    if (form.matches()) {
      PartyUri party;
      try {
        party = new PartyUri(Integer.parseInt(form.group(1)), unescape(form.group(2)));
      } catch (IllegalArgumentException | CharacterCodingException e) {
        throw notCanonical(uri, e);
      }
      if (party.uri().equals(uri)) {
        return party;
      }
    }
    throw notCanonical(uri, null);
  }

  private static IllegalArgumentException notCanonical(String uri, @Nullable Exception cause) {
    return new IllegalArgumentException(
        "expected sotto:party/<id>/<name> with the name escaped, got " + CertificateText.shown(uri),
        cause);
  }

  /** The canonical form. */
  public String uri() {
    return PREFIX + id + "/" + escaped();
  }

  /** Name and id, as messages show them: {@code charlie (party 2)}; the name is escaped. */
  public String label() {
    return escaped() + " (party " + id + ")";
  }

  private String escaped() {
    StringBuilder text = new StringBuilder();
    for (byte b : utf8(name)) {
      int value = b & 0xFF;
      if (isUnreserved(value)) {
        text.append((char) value);
      } else {
        text.append('%').append(HEX.charAt(value >> 4)).append(HEX.charAt(value & 15));
      }
    }
    return text.toString();
  }

  private static boolean isUnreserved(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || UNRESERVED.indexOf(c) >= 0;
  }

  private static byte[] utf8(String name) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      return copy;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "party: expected a name of Unicode text, got half of it", e);
    }
  }

  private static String unescape(String text) throws CharacterCodingException {
    ByteBuffer bytes = ByteBuffer.allocate(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%' && i + 2 < text.length()) {
        bytes.put((byte) Integer.parseInt(text, i + 1, i + 3, 16));
        i += 2;
      } else if (isUnreserved(c)) {
        bytes.put((byte) c);
      } else {
        throw new CharacterCodingException();
      }
    }
    return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
  }
}
