package io.windlass.store.gcs.client;

import io.windlass.error.DriverException;
import io.windlass.object.Content;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/** The checksum that the service keeps of each object: "data-validation". */
public final class GcsChecksum {
  private static final int BUFFER = 64 << 10;

  private GcsChecksum() {}

  /** In the form of the service: big-endian, in Base64. */
  public static String text(CRC32C sum) {
    return Base64.getEncoder()
        .encodeToString(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
  }

  /** That of content, which is read for it. */
  public static String of(Content content) {
    CRC32C sum = new CRC32C();
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(BUFFER, content.length() + 1));
    try (ReadableByteChannel bytes = content.open()) {
      while (bytes.read(buffer.clear()) >= 0) {
        sum.update(buffer.flip());
      }
    } catch (IOException e) {
      throw new DriverException.Unexpected("the bytes to be sent cannot be read", e);
    }
    return text(sum);
  }

  /** What headers of an answer state: {@code x-goog-hash: crc32c=…,md5=…}. */
  public static Optional<String> stated(List<String> hashes) {
    return hashes.stream()
        .flatMap(all -> List.of(all.split(",", -1)).stream())
        .map(String::strip)
        .filter(each -> each.startsWith("crc32c="))
        .map(each -> each.substring("crc32c=".length()))
        .findFirst();
  }
}
