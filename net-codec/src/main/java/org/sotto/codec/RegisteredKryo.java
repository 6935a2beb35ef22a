package org.sotto.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Kryo that knows the classes of one registry and nothing else: no ids by order of registration,
 * no classes by name, no references, bounded depth. Not safe for use by two threads at once.
 */
final class RegisteredKryo extends Kryo {
  /** Objects inside objects; more is refused. */
  static final int MAX_DEPTH = 64;

  RegisteredKryo() {
    super(new ById(), null);
    setReferences(false);
    setRegistrationRequired(true);
    setMaxDepth(MAX_DEPTH);
    // Kryo registers some classes by itself, by order; here all ids come from the registry.
    for (int id = getNextRegistrationId() - 1; id >= 0; id--) {
      getClassResolver().unregister(id);
    }
  }

  /** Finds lists and maps by interface, and enum constants with a body by their enum. */
  @Override
  @SuppressWarnings("rawtypes") // the signature is Kryo's
  public Registration getRegistration(Class type) {
    Registration exact = getClassResolver().getRegistration(type);
    if (exact == null) {
      Class<?> wider = wider(type);
      exact = wider == null ? null : getClassResolver().getRegistration(wider);
    }
    if (exact == null) {
      throw new CodecException(
          Descriptor.OPAQUE.code, CodecException.NONE, "a registered class", type.getName());
    }
    return exact;
  }

  private static @Nullable Class<?> wider(Class<?> type) {
    if (List.class.isAssignableFrom(type)) {
      return List.class;
    }
    if (Map.class.isAssignableFrom(type)) {
      return Map.class;
    }
    return Enum.class.isAssignableFrom(type) ? type.getSuperclass() : null;
  }

  /** Refuses classes by name, which would let the sender choose a class to load. */
  private static final class ById extends DefaultClassResolver {
    @Override
    protected Registration readName(Input input) {
      throw new KryoException("class by name");
    }
  }
}
