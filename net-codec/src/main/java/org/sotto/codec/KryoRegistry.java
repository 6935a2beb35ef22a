package org.sotto.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.Pool;
import java.util.Arrays;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The classes that an application sends as {@link Opaque}, each under an id of its own, and their
 * encoding by Kryo.
 *
 * <p>Ids are given, never taken from the order of registration, so parties that register in another
 * order agree; {@link #digest()} lets a handshake find parties that do not. Records, enums and
 * arrays of these can be registered. Built in are strings, boxed primitives, arrays of primitives
 * and of strings, {@link java.util.List} (read as {@link java.util.ArrayList}) and {@link
 * java.util.Map} (read as {@link java.util.LinkedHashMap}; keys are strings, boxed primitives or
 * enum constants).
 *
 * <pre>
 * object    | varint: id + 2, or 0 for null | body |
 * record    components in order: primitives bare, others as objects
 * enum      its name
 * number    fixed width, little-endian
 * array, list, map   | varint count | elements |
 * </pre>
 *
 * <p>Decoding is bounded as everywhere in this package: no memory for a declared count that the
 * bytes cannot hold, no class but the registered ones, at most 64 objects inside each other, and
 * the bytes must be those that encoding gives. References are off: an object that is met twice is
 * sent twice, and a cycle is refused.
 *
 * <p>Immutable and safe for use by many threads at once.
 */
public final class KryoRegistry {
  private static final int FIRST_OUTPUT = 128;
  private static final int MAX_POOLED = 32;

  private final RegisteredTypes types;
  private final Pool<Kryo> pool;

  private KryoRegistry(RegisteredTypes types) {
    this.types = types;
    this.pool =
        new Pool<>(true, false, MAX_POOLED) {
          @Override
          protected Kryo create() {
            return types.newKryo();
          }
        };
  }

  /** Starts an empty registry. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Encodes an object.
   *
   * @param value the object
   * @throws CodecException if it or an object inside it is of a class that is not registered, is
   *     nested too deeply, or cannot be read by its accessors
   */
  public byte[] encode(Object value) {
    Objects.requireNonNull(value, "value");
    return guarded("an object that can be encoded", kryo -> write(kryo, value));
  }

  /**
   * Decodes an object.
   *
   * @param bytes the encoding, all of it
   * @throws CodecException if the bytes are not the canonical encoding of one object
   */
  public Object decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  /**
   * Decodes an object from a part of an array.
   *
   * @param bytes holds the encoding
   * @param offset index of its first byte
   * @param length its length in bytes
   * @throws CodecException if the bytes are not the canonical encoding of one object
   * @throws IndexOutOfBoundsException if the array has no such range
   */
  public Object decode(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return guarded("the encoding of an object", kryo -> read(kryo, bytes, offset, length));
  }

  /**
   * SHA-256 over all ids with the names of their classes, the names and types of record components
   * and the names of enum constants: 32 bytes. Two registries that understand each other have the
   * same digest, whatever the order of registration.
   */
  public byte[] digest() {
    return types.digest();
  }

  private static byte[] write(Kryo kryo, Object value) {
    Output output = new Output(FIRST_OUTPUT, -1);
    output.setVariableLengthEncoding(false);
    kryo.writeClassAndObject(output, value);
    return output.toBytes();
  }

  private static Object read(Kryo kryo, byte[] bytes, int offset, int length) {
    BoundedInput input = new BoundedInput(bytes, offset, length);
    Object value = kryo.readClassAndObject(input);
    if (value == null) {
      throw refused("an object", "null");
    }
    if (input.remaining() != 0) {
      throw refused("the end", input.remaining() + " more bytes");
    }
    byte[] again = write(kryo, value);
    if (!Arrays.equals(again, 0, again.length, bytes, offset, offset + length)) {
      throw refused("the canonical encoding", "another of the same object");
    }
    return value;
  }

  @FunctionalInterface
  private interface Step<T> {
    T run(Kryo kryo);
  }

  /**
   * Runs a step on a pooled Kryo. Of a failure only the class goes into the exception: the text and
   * the causes come from the application's classes and from Kryo, and may show data.
   */
  private <T> T guarded(String expected, Step<T> step) {
    Kryo kryo = pool.obtain();
    T result;
    try {
      result = step.run(kryo);
    } catch (CodecException e) {
      giveBack(kryo);
      throw e;
    } catch (RuntimeException e) {
      giveBack(kryo);
      throw refused(expected, e.getClass().getSimpleName());
    } catch (StackOverflowError | AssertionError | LinkageError e) {
      // The Kryo may be half-way through anything: it does not return to the pool.
      throw refused(expected, e.getClass().getSimpleName());
    }
    giveBack(kryo);
    return result;
  }

  private void giveBack(Kryo kryo) {
    kryo.reset();
    pool.free(kryo);
  }

  private static CodecException refused(String expected, String got) {
    return new CodecException(Descriptor.OPAQUE.code, CodecException.NONE, expected, got);
  }

  /** Collects classes and their ids. Not safe for use by two threads at once. */
  public static final class Builder {
    private final SortedMap<Integer, Class<?>> types = new TreeMap<>();

    private Builder() {}

    /**
     * Adds a class.
     *
     * @param id 1..65535, used once
     * @param type a record, an enum, or an array whose elements are registered or built in
     * @throws IllegalArgumentException if the id is out of range, the id or the class is taken, or
     *     the class is of another kind
     */
    public Builder register(int id, Class<?> type) {
      if (id < 1 || id > RegisteredTypes.MAX_USER_ID) {
        throw new IllegalArgumentException("an id is 1..65535, not " + id);
      }
      RegisteredTypes.checkKind(type);
      if (types.containsKey(id) || types.containsValue(type)) {
        throw new IllegalArgumentException(
            "id " + id + " or class " + type.getName() + " is registered already");
      }
      types.put(id, type);
      return this;
    }

    /**
     * Builds the registry.
     *
     * @throws IllegalArgumentException if a record component or an array element is of a class that
     *     is neither registered nor built in, or a record is not open to this library
     */
    public KryoRegistry build() {
      return new KryoRegistry(new RegisteredTypes(types));
    }
  }
}
