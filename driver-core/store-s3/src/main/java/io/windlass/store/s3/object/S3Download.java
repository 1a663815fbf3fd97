package io.windlass.store.s3.object;

import io.windlass.http.BodyReader;
import java.io.IOException;
import java.util.Optional;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** The body of one get. The SDK compares checksums, where the server declared one, at its end. */
record S3Download(ResponseInputStream<GetObjectResponse> stream) implements BodyReader.Body {
  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    return stream.read(into, offset, length);
  }

  @Override
  public Optional<String> fault() throws IOException {
    try {
      return stream.read() < 0
          ? Optional.empty()
          : Optional.of("the server sent more than it announced");
    } catch (SdkException e) {
      return Optional.of("the bytes do not match the checksum that the server declared");
    }
  }

  /** Aborts the connection unless all was read: reading the rest could take any time. */
  @Override
  public void close(boolean whole) throws IOException {
    if (whole) {
      stream.close();
    } else {
      stream.abort();
    }
  }
}
