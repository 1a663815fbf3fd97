package io.windlass.store.gcs.object;

import io.windlass.http.BodyReader;
import io.windlass.store.gcs.client.GcsChecksum;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.zip.CRC32C;

/** The body of one get, which is compared with the checksum where all of the object is read. */
final class GcsDownload implements BodyReader.Body {
  private final InputStream stream;
  private final Optional<String> stated;
  private final CRC32C sum = new CRC32C();

  /**
   * The body of an answer.
   *
   * @param stated the CRC32C of the bytes that come
   */
  GcsDownload(InputStream stream, Optional<String> stated) {
    this.stream = stream;
    this.stated = stated;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = stream.read(into, offset, length);
    if (count > 0 && stated.isPresent()) {
      sum.update(into, offset, count);
    }
    return count;
  }

  @Override
  public Optional<String> fault() throws IOException {
    if (stream.read() >= 0) {
      return Optional.of("the server sent more than it announced");
    }
    return stated.map(GcsChecksum.text(sum)::equals).orElse(true)
        ? Optional.empty()
        : Optional.of("the bytes do not match the checksum that the server stated");
  }

  /** What was not read is given up with its connection. */
  @Override
  public void close(boolean whole) throws IOException {
    stream.close();
  }
}
