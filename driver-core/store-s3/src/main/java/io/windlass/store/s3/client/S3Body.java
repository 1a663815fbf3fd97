package io.windlass.store.s3.client;

import io.windlass.error.DriverException;
import io.windlass.http.ContentAttempts;
import io.windlass.object.Content;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import software.amazon.awssdk.core.sync.RequestBody;

/** Content as the body of a request in the form of the SDK. */
public final class S3Body implements AutoCloseable {
  private static final String ANY_TYPE = "application/octet-stream";
  private static final int CHUNK = 64 << 10;

  private final ContentAttempts content;

  public S3Body(Content content) {
    this.content = new ContentAttempts(content);
  }

  /** Returns the body for a request. */
  public RequestBody request() {
    return RequestBody.fromContentProvider(content::next, content.length(), ANY_TYPE);
  }

  /** Digests of content, in Base64. */
  record Digests(String md5, String crc32) {}

  /** Returns the digests of the content, for which all of it is read. */
  Digests digests() {
    byte[] chunk = new byte[CHUNK];
    try (InputStream all = content.next()) {
      MessageDigest md5 = MessageDigest.getInstance("MD5");
      CRC32 crc32 = new CRC32();
      for (int count = all.read(chunk); count >= 0; count = all.read(chunk)) {
        md5.update(chunk, 0, count);
        crc32.update(chunk, 0, count);
      }
      byte[] value = ByteBuffer.allocate(Integer.BYTES).putInt((int) crc32.getValue()).array();
      return new Digests(text(md5.digest()), text(value));
    } catch (IOException e) {
      throw content.unreadable().orElseGet(() -> ContentAttempts.unreadable(e));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java runtime has it
    }
  }

  private static String text(byte[] digest) {
    return Base64.getEncoder().encodeToString(digest);
  }

  /**
   * Makes a call with this body; throws {@link DriverException.Unexpected} if the content could not
   * be read.
   */
  public <T> T send(Supplier<T> call) {
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
