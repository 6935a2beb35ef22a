import com.google.googlejavaformat.java.Formatter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks, or with {@code fix} rewrites, every Java source below a folder with google-java-format.
 */
final class Format {
  public static void main(String[] args) throws Exception {
    boolean fix = args[0].equals("fix");
    Path root = Path.of(args[1]);
    List<Path> sources;
    try (var files = Files.walk(root)) {
      sources =
          files
              .filter(p -> p.toString().endsWith(".java"))
              .filter(p -> !root.relativize(p).toString().matches("(^|.*/)(target|\\.git)/.*"))
              .sorted()
              .toList();
    }
    Formatter formatter = new Formatter();
    List<Path> wrong = new ArrayList<>();
    for (Path source : sources) {
      String before = Files.readString(source);
      String after = formatter.formatSourceAndFixImports(before);
      if (!after.equals(before)) {
        wrong.add(root.relativize(source));
        if (fix) {
          Files.writeString(source, after);
        }
      }
    }
    if (!fix && !wrong.isEmpty()) {
      System.err.println("not in google-java-format: " + wrong);
      System.err.println("mend with: mvn -N validate -Dformat.mode=fix");
      System.exit(1);
    }
  }

  private Format() {}
}
