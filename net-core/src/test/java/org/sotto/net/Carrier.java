package org.sotto.net;

/** What carries the bytes in a test that every transport must pass. */
enum Carrier {
  MEMORY,
  TCP,
  /** TCP on the JDK's selector, as on machines where epoll does not load. */
  NIO;

  static final String NIO_PROPERTY = "sotto.net.nio";

  Parties parties(int count, MeshOptions options) {
    if (this == MEMORY) {
      return Parties.inMemory(count, options);
    }
    String before = System.getProperty(NIO_PROPERTY, "false");
    System.setProperty(NIO_PROPERTY, String.valueOf(this == NIO));
    try {
      return Parties.onLoopback(count, options);
    } finally {
      System.setProperty(NIO_PROPERTY, before);
    }
  }

  Parties parties(int count) {
    return parties(count, MeshOptions.defaults());
  }

  boolean hasSockets() {
    return this != MEMORY;
  }
}
