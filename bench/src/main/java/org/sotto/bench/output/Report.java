package org.sotto.bench.output;

import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A command's result in all three formats. */
public interface Report {
  /** For people. */
  String text();

  /** What JSON shows: records, lists, maps, numbers and strings. */
  Object json();

  /** A header and rows. */
  List<List<Object>> csv();

  /** Prints the result. */
  default void print(OutputFormat format, PrintStream out) {
    switch (format) {
      case TEXT -> out.println(text());
      case JSON ->
          out.println(
              JsonMapper.builder()
                  .enable(SerializationFeature.INDENT_OUTPUT)
                  .build()
                  .writeValueAsString(json()));
      case CSV ->
          csv()
              .forEach(
                  row ->
                      out.println(row.stream().map(Report::cell).collect(Collectors.joining(","))));
    }
    out.flush();
  }

  private static String cell(Object value) {
    String text = String.valueOf(value);
    return text.matches("[^,\"\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
