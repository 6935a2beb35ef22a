package org.sotto.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The table of a registry: which id stands for which class, and how each is written.
 *
 * <pre>
 * Kryo id 0..{@value #FIRST_USER_ID}-1      built in, fixed below
 * Kryo id {@value #FIRST_USER_ID} + u - 1     registered under u = 1..65535
 * </pre>
 */
final class RegisteredTypes {
  static final int FIRST_USER_ID = 32;
  static final int MAX_USER_ID = 0xFFFF;

  private record BuiltIn(int id, Class<?> type, Supplier<Serializer<?>> serializer) {}

  private static final List<BuiltIn> BUILT_IN =
      List.of(
          new BuiltIn(0, String.class, DefaultSerializers.StringSerializer::new),
          new BuiltIn(1, Boolean.class, DefaultSerializers.BooleanSerializer::new),
          new BuiltIn(2, Byte.class, DefaultSerializers.ByteSerializer::new),
          new BuiltIn(3, Short.class, DefaultSerializers.ShortSerializer::new),
          new BuiltIn(4, Character.class, DefaultSerializers.CharSerializer::new),
          new BuiltIn(5, Integer.class, DefaultSerializers.IntSerializer::new),
          new BuiltIn(6, Long.class, DefaultSerializers.LongSerializer::new),
          new BuiltIn(7, Float.class, DefaultSerializers.FloatSerializer::new),
          new BuiltIn(8, Double.class, DefaultSerializers.DoubleSerializer::new),
          new BuiltIn(
              9,
              boolean[].class,
              () ->
                  new PrimitiveArraySerializer<boolean[]>(
                      Output::writeBooleans, Input::readBooleans)),
          new BuiltIn(
              10,
              byte[].class,
              () -> new PrimitiveArraySerializer<byte[]>(Output::writeBytes, Input::readBytes)),
          new BuiltIn(
              11,
              short[].class,
              () -> new PrimitiveArraySerializer<short[]>(Output::writeShorts, Input::readShorts)),
          new BuiltIn(
              12,
              char[].class,
              () -> new PrimitiveArraySerializer<char[]>(Output::writeChars, Input::readChars)),
          new BuiltIn(
              13,
              int[].class,
              () -> new PrimitiveArraySerializer<int[]>(Output::writeInts, Input::readInts)),
          new BuiltIn(
              14,
              long[].class,
              () -> new PrimitiveArraySerializer<long[]>(Output::writeLongs, Input::readLongs)),
          new BuiltIn(
              15,
              float[].class,
              () -> new PrimitiveArraySerializer<float[]>(Output::writeFloats, Input::readFloats)),
          new BuiltIn(
              16,
              double[].class,
              () ->
                  new PrimitiveArraySerializer<double[]>(Output::writeDoubles, Input::readDoubles)),
          new BuiltIn(17, String[].class, () -> new ArraySerializer(String.class)),
          new BuiltIn(18, List.class, ListSerializer::new),
          new BuiltIn(19, Map.class, MapSerializer::new));

  private final SortedMap<Integer, Class<?>> types;
  private final Map<Class<?>, Serializer<?>> serializers = new HashMap<>();

  /**
   * Checks that the classes need nothing beyond themselves and the built-in ones.
   *
   * @throws IllegalArgumentException if one does
   */
  RegisteredTypes(SortedMap<Integer, Class<?>> types) {
    this.types = new TreeMap<>(types);
    for (Class<?> type : types.values()) {
      checkParts(type);
      serializers.put(type, serializer(type));
    }
  }

  /**
   * Refuses a class that no registry takes.
   *
   * @throws IllegalArgumentException that names what is allowed
   */
  static void checkKind(Class<?> type) {
    boolean objectArray = type.isArray() && !type.getComponentType().isPrimitive();
    if (isBuiltIn(type) || !(type.isRecord() || type.isEnum() || objectArray)) {
      throw new IllegalArgumentException(
          type.getName()
              + " cannot be registered: records, enums and arrays of registered classes can;"
              + " strings, boxed primitives, arrays of primitives and strings, lists and maps are"
              + " built in");
    }
  }

  private void checkParts(Class<?> type) {
    if (type.isArray()) {
      checkPart(type, type.getComponentType());
    } else if (type.isRecord()) {
      for (RecordComponent component : type.getRecordComponents()) {
        checkPart(type, component.getType());
      }
    }
  }

  /** An interface or abstract class is allowed: what is behind it is checked object by object. */
  private void checkPart(Class<?> whole, Class<?> part) {
    boolean open =
        part == Object.class
            || (!part.isArray() && !part.isEnum() && Modifier.isAbstract(part.getModifiers()));
    if (!part.isPrimitive() && !open && !isBuiltIn(part) && !types.containsValue(part)) {
      throw new IllegalArgumentException(
          whole.getName() + " has parts of " + part.getName() + ", which is not registered");
    }
  }

  private static boolean isBuiltIn(Class<?> type) {
    return BUILT_IN.stream().anyMatch(builtIn -> builtIn.type() == type);
  }

  private static Serializer<?> serializer(Class<?> type) {
    if (type.isArray()) {
      return new ArraySerializer(type.getComponentType());
    }
    return type.isEnum() ? new EnumSerializer(type) : new RecordSerializer(type);
  }

  /** A new Kryo that knows this table. */
  Kryo newKryo() {
    Kryo kryo = new RegisteredKryo();
    for (BuiltIn builtIn : BUILT_IN) {
      kryo.register(new Registration(builtIn.type(), builtIn.serializer().get(), builtIn.id()));
    }
    types.forEach(
        (id, type) ->
            kryo.register(new Registration(type, serializers.get(type), FIRST_USER_ID + id - 1)));
    return kryo;
  }

  /** SHA-256 over the table: ids, class names, components with their types, enum constants. */
  byte[] digest() {
    StringBuilder table = new StringBuilder();
    for (Map.Entry<Integer, Class<?>> entry : types.entrySet()) {
      Class<?> type = entry.getValue();
      table.append(entry.getKey()).append(' ').append(type.getName()).append('\n');
      if (type.isRecord()) {
        for (RecordComponent component : type.getRecordComponents()) {
          String componentType = component.getGenericType().getTypeName();
          table.append(' ').append(component.getName()).append(' ').append(componentType);
          table.append('\n');
        }
      } else if (type.isEnum()) {
        for (Object constant : type.getEnumConstants()) {
          table.append(' ').append(((Enum<?>) constant).name()).append('\n');
        }
      }
    }
    try {
      return MessageDigest.getInstance("SHA-256")
          .digest(table.toString().getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
