package io.windlass.image;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a program or shared library in the format ELF (64 bits, little endian) needs to be loaded.
 *
 * @param machine its {@code e_machine}
 * @param interpreter the path of the program that loads it, for programs
 * @param needed names of the libraries that it needs ({@code DT_NEEDED})
 */
record ElfFile(int machine, Optional<String> interpreter, List<String> needed) {
  private static final int LOAD = 1;
  private static final int DYNAMIC = 2;
  private static final int INTERPRETER = 3;
  private static final long TAG_NEEDED = 1;
  private static final long TAG_STRINGS = 5;

  ElfFile {
    needed = List.copyOf(needed);
  }

  /** Reads a file. Returns empty if it is not in that format. */
  static Optional<ElfFile> read(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      return read(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
    }
  }

  private static Optional<ElfFile> read(ByteBuffer bytes) throws IOException {
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.limit() < 64 || bytes.getInt(0) != 0x464c457f || bytes.getShort(4) != 0x0102) {
      return Optional.empty();
    }
    Optional<String> interpreter = Optional.empty();
    List<long[]> loaded = new ArrayList<>();
    Map<Long, List<Long>> dynamic = new HashMap<>();
    int headers = (int) bytes.getLong(32);
    for (int i = 0; i < bytes.getShort(56); i++) {
      int at = headers + i * bytes.getShort(54);
      int offset = (int) bytes.getLong(at + 8);
      int size = (int) bytes.getLong(at + 32);
      switch (bytes.getInt(at)) {
        case LOAD -> loaded.add(new long[] {bytes.getLong(at + 16), offset, size});
        case INTERPRETER -> interpreter = Optional.of(string(bytes, offset));
        case DYNAMIC -> {
          for (int entry = offset; entry < offset + size; entry += 16) {
            dynamic
                .computeIfAbsent(bytes.getLong(entry), _ -> new ArrayList<>())
                .add(bytes.getLong(entry + 8));
          }
        }
        default -> {}
      }
    }
    List<String> needed = new ArrayList<>();
    for (long name : dynamic.getOrDefault(TAG_NEEDED, List.of())) {
      long strings = dynamic.getOrDefault(TAG_STRINGS, List.of()).getFirst();
      needed.add(string(bytes, inFile(loaded, strings + name)));
    }
    return Optional.of(new ElfFile(bytes.getShort(18), interpreter, needed));
  }

  /** Where a file has the byte of an address in memory. */
  private static int inFile(List<long[]> loaded, long address) throws IOException {
    for (long[] segment : loaded) {
      if (address >= segment[0] && address < segment[0] + segment[2]) {
        return (int) (address - segment[0] + segment[1]);
      }
    }
    throw new IOException("no segment has the address " + address);
  }

  private static String string(ByteBuffer bytes, int at) {
    int end = at;
    while (bytes.get(end) != 0) {
      end++;
    }
    byte[] text = new byte[end - at];
    bytes.get(at, text);
    return new String(text, US_ASCII);
  }
}
