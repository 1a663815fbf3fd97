package io.windlass.store.s3.client;

import io.windlass.http.Checksums;
import io.windlass.http.ContentAttempts;
import io.windlass.object.Content;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.function.Supplier;
import java.util.zip.CRC32;

/** Content as the body of a request. */
public final class S3Body implements AutoCloseable {
  /** Type of content of which nothing is known. */
  public static final String ANY_TYPE = "application/octet-stream";

  private final ContentAttempts content;

  public S3Body(Content content) {
    this.content = new ContentAttempts(content);
  }

  /** Returns the length in bytes. */
  public long length() {
    return content.length();
  }

  /** Reads all of the content, which has to be short, into memory. */
  public byte[] bytes() {
    return content.bytes();
  }

  /** Returns the content for another attempt. */
  InputStream next() {
    return content.next();
  }

  /** Digests of content, in Base64. */
  record Digests(String md5, String crc32) {}

  /** Returns the digests of the content, for which all of it is read. */
  Digests digests() {
    MessageDigest md5 = Checksums.md5();
    CRC32 crc32 = new CRC32();
    content.digest((bytes, offset, length) -> {
      md5.update(bytes, offset, length);
      crc32.update(bytes, offset, length);
    });
    return new Digests(Checksums.text(md5), Checksums.text(crc32));
  }

  /** Makes a call with this body; if the content could not be read, the error says so. */
  public <T> T send(Supplier<T> call) {
    return content.sending(call);
  }

  @Override
  public void close() {
    content.close();
  }
}
