package io.windlass.store.s3.object;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class JoinedCrc32Test {
  private static long crc32(String text) {
    CRC32 crc32 = new CRC32();
    crc32.update(text.getBytes(UTF_8));
    return crc32.getValue();
  }

  @Test
  void joinsAsIfAllHadBeenRead() {
    String first = "the first part";
    for (String second : new String[] {"", "x", "another part", "long ".repeat(70_000)}) {
      assertThat(JoinedCrc32.join(crc32(first), crc32(second), second.getBytes(UTF_8).length))
          .isEqualTo(crc32(first + second));
      assertThat(JoinedCrc32.join(0, crc32(second), second.getBytes(UTF_8).length))
          .isEqualTo(crc32(second));
    }
  }

  @Test
  void readsWhatS3Writes() {
    assertThat(JoinedCrc32.read("AAAAAQ==")).hasValue(1);
    assertThat(JoinedCrc32.read("/////w==")).hasValue(0xFFFFFFFFL);
    assertThat(JoinedCrc32.read("AAAAAQ==-2")).isEmpty();
    assertThat(JoinedCrc32.read("AAAA")).isEmpty();
  }
}
