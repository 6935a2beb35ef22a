/**
 * What parties send to each other, and its bytes.
 *
 * <ul>
 *   <li>Values: {@link org.sotto.codec.NetworkValue} and its records. Single ring elements and bits
 *       ({@link org.sotto.codec.Ring32} and kin, {@link org.sotto.codec.Bit}), vectors ({@link
 *       org.sotto.codec.Ring32Vec} and kin, {@link org.sotto.codec.BitVec}, {@link
 *       org.sotto.codec.PackedVec}, {@link org.sotto.codec.BlockVec}, {@link
 *       org.sotto.codec.Bytes}), several in one ({@link org.sotto.codec.Batch}), objects of the
 *       application ({@link org.sotto.codec.Opaque}), the end ({@link org.sotto.codec.Abort}).
 *   <li>Profiles: {@link org.sotto.codec.ValueCodec} has two, {@link org.sotto.codec.CompactCodec}
 *       (the default) and {@link org.sotto.codec.TaggedCodec} (parity with an existing system).
 *       {@code Descriptor} numbers the variants, {@code CountForm} is what the profiles differ in,
 *       {@code ValueWriter} and {@code ValueReader} are what they share.
 *   <li>Arrays: {@link org.sotto.codec.ArraySource} is where a decoder takes them from, for
 *       receivers that use theirs again.
 *   <li>Elements alone: {@link org.sotto.codec.ElementCodec}, for both ends that know type and
 *       count; {@code BulkCopy} below it knows the kinds of buffers.
 *   <li>Objects: {@link org.sotto.codec.KryoRegistry} holds the classes. {@code RegisteredTypes} is
 *       its table, {@code RegisteredKryo} a Kryo that knows nothing else, {@code BoundedInput} what
 *       keeps it from taking memory on a sender's word, and the {@code Serializer} classes are the
 *       forms of records, enums, arrays, lists and maps.
 *   <li>Refusals: {@link org.sotto.codec.CodecException}, the first of the family of {@link
 *       org.sotto.codec.SottoException}; {@link org.sotto.codec.DecodeLimits} is what a receiver
 *       puts up with.
 * </ul>
 *
 * <p>Two promises hold for everything here. An encoding is canonical: one run of bytes a value. And
 * a decoder takes no memory that the bytes present do not justify, and throws nothing but {@link
 * org.sotto.codec.CodecException}, whatever it is given.
 */
@NullMarked
package org.sotto.codec;

import org.jspecify.annotations.NullMarked;
