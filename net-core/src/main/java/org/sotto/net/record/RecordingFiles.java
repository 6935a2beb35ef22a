package org.sotto.net.record;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where recordings are: {@code <directory>/party-1.less_than#0.rec}. What a file system might not
 * take in a name is written as {@code %} and two hexadecimal digits a byte; a name that gets too
 * long ends with a digest.
 */
final class RecordingFiles {
  private static final String END = ".rec";
  private static final int LONGEST = 160;
  private static final FileAttribute<?>[] NONE = {};

  private RecordingFiles() {}

  static Path of(Path directory, int self, String key) {
    StringBuilder name = new StringBuilder();
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    for (byte next : bytes) {
      boolean plain = next == '_' || next == '-' || next == '#' || isAlphanumeric(next);
      name.append(plain ? String.valueOf((char) next) : String.format("%%%02x", next));
    }
    if (name.length() > LONGEST) {
      name.setLength(LONGEST);
      name.append('~').append(HexFormat.of().formatHex(sha256(bytes), 0, 16));
    }
    return directory.resolve(beginning(self) + name + END);
  }

  private static boolean isAlphanumeric(byte next) {
    return (next >= '0' && next <= '9')
        || (next >= 'a' && next <= 'z')
        || (next >= 'A' && next <= 'Z');
  }

  private static String beginning(int self) {
    return "party-" + self + ".";
  }

  /** All recordings of one party, by name. */
  static List<Path> all(Path directory, int self) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(
              file -> {
                String name = String.valueOf(file.getFileName());
                return name.startsWith(beginning(self)) && name.endsWith(END);
              })
          .sorted()
          .toList();
    }
  }

  /** A directory, and a new file in it, that its owner alone can read where there are owners. */
  @SuppressWarnings("MustBeClosedChecker") // the caller's
  static OutputStream create(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (directory != null) {
      Files.createDirectories(directory, posix ? owners("rwx------") : NONE);
    }
    Files.createFile(file, posix ? owners("rw-------") : NONE);
    // Not a channel: those are closed when a thread is interrupted.
    return new FileOutputStream(file.toFile());
  }

  private static FileAttribute<?>[] owners(String permissions) {
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
    };
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
