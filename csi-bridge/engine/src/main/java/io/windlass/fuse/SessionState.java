package io.windlass.fuse;

import io.windlass.fuse.message.InitFlag;
import io.windlass.fuse.message.Opcode;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * State of a session that was negotiated with the kernel. A process that takes the session over
 * must know it, as the kernel does not say it again.
 *
 * @param minor minor version: the protocol is 7.minor
 * @param features flags that both sides support
 * @param maxWrite most bytes of data in one request
 * @param unsupported opcodes that were answered with ENOSYS, which the kernel does not send any
 *     more
 */
public record SessionState(
    int minor, Set<InitFlag> features, int maxWrite, Set<Opcode> unsupported) {
  /** "WLF", and the version of this layout. */
  private static final int MAGIC = 0x574c4601;

  private static final int SIZE = 40;

  /** Copies the sets. */
  public SessionState {
    features = Set.copyOf(features);
    unsupported = Set.copyOf(unsupported);
  }

  /** Returns this state with {@code opcode} added to those answered with ENOSYS. */
  SessionState withUnsupported(Opcode opcode) {
    Set<Opcode> more = EnumSet.of(opcode);
    more.addAll(unsupported);
    return new SessionState(minor, features, maxWrite, more);
  }

  /** Encodes the state for {@link #load}. */
  public byte[] save() {
    long opcodes = 0;
    for (Opcode opcode : unsupported) {
      opcodes |= 1L << opcode.number();
    }
    ByteBuffer out = ByteBuffer.allocate(SIZE);
    out.putInt(MAGIC).putInt(minor).putLong(InitFlag.bits(features)).putInt(maxWrite);
    out.putLong(opcodes).putInt(0);
    return out.putLong(checksum(out.array(), out.position())).array();
  }

  /**
   * Decodes a state that {@link #save} encoded.
   *
   * @throws IllegalArgumentException if the bytes are no state, of another version, cut short or
   *     damaged
   */
  public static SessionState load(byte[] saved) {
    ByteBuffer in = ByteBuffer.wrap(saved);
    try {
      if (in.getInt() != MAGIC) {
        throw new IllegalArgumentException("not the state of a session, or of another version");
      }
      int minor = in.getInt();
      Set<InitFlag> features = InitFlag.of(in.getLong());
      int maxWrite = in.getInt();
      Set<Opcode> unsupported = opcodes(in.getLong());
      int further = in.getInt(); // None in this version of the layout.
      if (in.getLong() != checksum(saved, in.position() - Long.BYTES)
          || in.hasRemaining()
          || further != 0) {
        throw new IllegalArgumentException("the state of a session is damaged");
      }
      return new SessionState(minor, features, maxWrite, unsupported);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("the state of a session is cut short", e);
    }
  }

  private static Set<Opcode> opcodes(long bits) {
    Set<Opcode> opcodes = EnumSet.noneOf(Opcode.class);
    for (Opcode opcode : Opcode.values()) {
      if ((bits & 1L << opcode.number()) != 0) {
        opcodes.add(opcode);
      }
    }
    return opcodes;
  }

  private static long checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return crc.getValue();
  }
}
