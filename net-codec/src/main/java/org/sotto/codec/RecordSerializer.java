package org.sotto.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;

/**
 * A record: its components in order of declaration. A primitive is written bare, a reference with
 * the id of its class. Reading goes through the canonical constructor, so its checks hold.
 *
 * <p>Unlike Kryo's own, it looks up members once and not for each object; immutable, so one serves
 * all Kryo instances of a registry.
 */
final class RecordSerializer extends Serializer<Object> {
  private final Class<?>[] types;
  private final MethodHandle[] accessors;
  private final MethodHandle constructor;

  /**
   * Looks up the members of a record class.
   *
   * @throws IllegalArgumentException if its package is not open to this library
   */
  RecordSerializer(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    types = new Class<?>[components.length];
    accessors = new MethodHandle[components.length];
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    try {
      for (int i = 0; i < components.length; i++) {
        types[i] = components[i].getType();
        Method accessor = components[i].getAccessor();
        accessor.setAccessible(true);
        accessors[i] =
            lookup.unreflect(accessor).asType(MethodType.methodType(Object.class, Object.class));
      }
      Constructor<?> canonical = type.getDeclaredConstructor(types);
      canonical.setAccessible(true);
      constructor =
          lookup
              .unreflectConstructor(canonical)
              .asFixedArity()
              .asSpreader(Object[].class, types.length)
              .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      throw new IllegalArgumentException(type.getName() + " is not open to this library", e);
    }
  }

  @Override
  public void write(Kryo kryo, Output output, Object object) {
    for (int i = 0; i < types.length; i++) {
      Object component = call(accessors[i], object);
      if (types[i].isPrimitive()) {
        serializer(kryo, types[i]).write(kryo, output, component);
      } else {
        kryo.writeClassAndObject(output, component);
      }
    }
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
    Object[] components = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      components[i] =
          types[i].isPrimitive()
              ? serializer(kryo, types[i]).read(kryo, input, Object.class)
              : kryo.readClassAndObject(input);
    }
    return call(constructor, components);
  }

  @SuppressWarnings("unchecked") // Kryo's serializers of the boxed types
  private static Serializer<Object> serializer(Kryo kryo, Class<?> primitive) {
    Class<?> boxed = MethodType.methodType(primitive).wrap().returnType();
    return (Serializer<Object>) kryo.getRegistration(boxed).getSerializer();
  }

  private static Object call(MethodHandle member, Object argument) {
    try {
      return member.invoke(argument);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
