package io.windlass.store.s3.object;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class Crc64NvmeTest {
  /** The check value of the catalogue of CRCs, and NVMe's own example of a page of zeros. */
  @Test
  void itIsTheCrcOfTheSpecification() {
    Crc64Nvme crc = new Crc64Nvme();
    crc.update("123456789".getBytes(US_ASCII), 0, 9);
    assertThat(crc.getValue()).isEqualTo(0xAE8B14860A799888L);
    crc.reset();
    crc.update(new byte[4096], 0, 4096);
    assertThat(crc.getValue()).isEqualTo(0x6482D367EB22B64EL);
  }

  @Test
  void anyPiecesGiveTheSame() {
    byte[] bytes = new byte[100];
    new Random(1).nextBytes(bytes);
    Crc64Nvme whole = new Crc64Nvme();
    whole.update(bytes, 0, bytes.length);
    for (int cut = 0; cut <= bytes.length; cut++) {
      Crc64Nvme pieces = new Crc64Nvme();
      pieces.update(bytes, 0, cut);
      for (int at = cut; at < bytes.length; at++) {
        pieces.update(bytes[at]);
      }
      assertThat(pieces.getChecksumBytes()).isEqualTo(whole.getChecksumBytes());
    }
  }
}
