package io.windlass.store.s3;

import io.windlass.store.Content;
import io.windlass.store.ContentAttempts;
import io.windlass.store.DriverException;
import java.util.function.Supplier;
import software.amazon.awssdk.core.sync.RequestBody;

/** Content as the body of a request in the form of the SDK. */
final class S3Body implements AutoCloseable {
  private static final String ANY_TYPE = "application/octet-stream";

  private final ContentAttempts content;

  S3Body(Content content) {
    this.content = new ContentAttempts(content);
  }

  /** Returns the body for a request. */
  RequestBody request() {
    return RequestBody.fromContentProvider(content::next, content.length(), ANY_TYPE);
  }

  /**
   * Makes a call with this body; throws {@link DriverException.Unexpected} if the content could not
   * be read.
   */
  <T> T send(Supplier<T> call) {
    try {
      return call.get();
    } catch (DriverException e) {
      throw content.unreadable().orElse(e);
    }
  }

  @Override
  public void close() {
    content.close();
  }
}
