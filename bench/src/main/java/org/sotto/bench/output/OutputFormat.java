package org.sotto.bench.output;

/** How a command prints its result. */
public enum OutputFormat {
  /** A table for people. */
  TEXT,
  /** One JSON object. */
  JSON,
  /** A header line and rows, comma-separated. */
  CSV
}
