package io.windlass.store.azure.client;

import io.windlass.error.DriverException;
import io.windlass.http.Checksums;
import io.windlass.http.ContentAttempts;
import io.windlass.object.Content;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.security.MessageDigest;

/** Content as the body of a request, with its checksum. */
public final class AzureBody {
  /** Content up to this many bytes is read once, and held until it has been sent. */
  private static final int CHUNK = 64 << 10;

  private final ContentAttempts content;

  public AzureBody(Content content) {
    this.content = new ContentAttempts(content);
  }

  long length() {
    return content.length();
  }

  /** A call that sends a body. */
  interface Sending<T> {
    /**
     * Sends it.
     *
     * @param md5 of the body, in Base64, as "Put Blob" and "Put Block" take it
     */
    T send(String md5, BodyPublisher body);
  }

  /**
   * Makes a call with this body and its MD5, so that the service refuses a body that differs. Long
   * content is read twice.
   *
   * @throws DriverException.Unexpected when the content cannot be read
   */
  <T> T send(Sending<T> call) {
    if (content.length() <= CHUNK) {
      MessageDigest digest = Checksums.md5();
      byte[] whole = whole();
      digest.update(whole);
      return call.send(Checksums.text(digest), BodyPublishers.ofByteArray(whole));
    }
    String md5 = md5();
    try {
      return content.sending(() ->
          call.send(
              md5,
              BodyPublishers.fromPublisher(
                  BodyPublishers.ofInputStream(content::next), content.length())));
    } finally {
      content.close();
    }
  }

  private byte[] whole() {
    int length = (int) content.length();
    try (InputStream all = content.next()) {
      byte[] whole = all.readNBytes(length);
      if (whole.length < length) {
        throw new EOFException("it ends after %d of %d bytes".formatted(whole.length, length));
      }
      return whole;
    } catch (IOException e) {
      throw content.unreadable().orElseGet(() -> ContentAttempts.unreadable(e));
    }
  }

  private String md5() {
    MessageDigest digest = Checksums.md5();
    content.digest(digest::update);
    return Checksums.text(digest);
  }
}
