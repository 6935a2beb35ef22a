package org.sotto.codec;

/**
 * Checksums by which the parties find out that their databases have drifted apart.
 *
 * @param irises checksum over the stored templates
 * @param graph checksum over the search graph
 */
public record StateChecksum(long irises, long graph) implements NetworkValue {
  @Override
  public String kind() {
    return "StateChecksum";
  }

  @Override
  public String toString() {
    return kind();
  }
}
