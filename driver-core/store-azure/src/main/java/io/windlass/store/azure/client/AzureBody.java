package io.windlass.store.azure.client;

import io.windlass.error.DriverException;
import io.windlass.http.ContentAttempts;
import io.windlass.object.Content;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.security.MessageDigest;
import java.util.Base64;

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
      byte[] whole = whole();
      return call.send(text(AzureDownload.md5().digest(whole)), BodyPublishers.ofByteArray(whole));
    }
    String md5 = md5();
    try {
      return call.send(
          md5,
          BodyPublishers.fromPublisher(
              BodyPublishers.ofInputStream(content::next), content.length()));
    } catch (DriverException e) {
      throw content.unreadable().orElse(e);
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
    MessageDigest digest = AzureDownload.md5();
    byte[] chunk = new byte[CHUNK];
    try (InputStream all = content.next()) {
      for (int count = all.read(chunk); count >= 0; count = all.read(chunk)) {
        digest.update(chunk, 0, count);
      }
    } catch (IOException e) {
      throw content.unreadable().orElseGet(() -> ContentAttempts.unreadable(e));
    }
    return text(digest.digest());
  }

  private static String text(byte[] digest) {
    return Base64.getEncoder().encodeToString(digest);
  }
}
