package io.windlass.fuse.message;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Messages written by hand: pairs of hex digits in any grouping, and text in single quotes. Numbers
 * are little-endian, as on the wire.
 */
public final class Hex {
  private Hex() {}

  public static byte[] bytes(String written) {
    StringBuilder digits = new StringBuilder();
    String[] parts = written.split("'", -1);
    for (int i = 0; i < parts.length; i++) {
      digits.append(
          i % 2 == 0
              ? parts[i].replaceAll("\\s", "")
              : HexFormat.of().formatHex(parts[i].getBytes(StandardCharsets.UTF_8)));
    }
    return HexFormat.of().parseHex(digits);
  }

  /** In native memory, as what is read from a device. */
  static MemorySegment memory(byte[] bytes) {
    return Arena.ofAuto().allocateFrom(ValueLayout.JAVA_BYTE, bytes);
  }

  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  /** A request with header: unique 0x1122334455667788, node 0x99, uid 1000, gid 1001, pid 4242. */
  public static byte[] request(int opcode, String arguments) {
    byte[] body = bytes(arguments);
    String header =
        "%08x%08x".formatted(Integer.reverseBytes(40 + body.length), Integer.reverseBytes(opcode))
            + "8877665544332211 9900000000000000 e8030000 e9030000 92100000 00000000";
    return bytes(header + HexFormat.of().formatHex(body));
  }
}
