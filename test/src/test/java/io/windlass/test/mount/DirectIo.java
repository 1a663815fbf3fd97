package io.windlass.test.mount;

import java.nio.ByteBuffer;
import java.nio.file.OpenOption;
import java.util.stream.Stream;

/** Reading past the kernel's page cache (O_DIRECT). */
public final class DirectIo {
  /** Buffers must begin and end at multiples of it. */
  public static final int PAGE = 4096;

  private DirectIo() {}

  /** By its name, since javac warns of the type without a way to say that it is meant. */
  public static OpenOption option() {
    try {
      return Stream.of(Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants())
          .map(OpenOption.class::cast)
          .filter(option -> option.toString().equals("DIRECT"))
          .findFirst()
          .orElseThrow();
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("this JVM has no O_DIRECT", e);
    }
  }

  /** A buffer that can be read into so. */
  public static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocateDirect(bytes + PAGE).alignedSlice(PAGE).limit(bytes);
  }
}
