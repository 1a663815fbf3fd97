package io.windlass.store.s3.client;

import java.util.Map;

/**
 * Decides which checksum each request has that sends content: the best that a server takes, which
 * {@link ServerChoice} finds out.
 */
public enum S3Checksums {
  /** CRC32 that follows the content. */
  TRAILER,
  /** CRC32 before the content, for which all of it is read; with the MD5, if it is ignored. */
  HEADER,
  /** The MD5 before the content, which every server checks, and none keeps. */
  MD5;

  private static final String MD5_HEADER = "Content-MD5";

  /** Returns the headers with what is stated of this content before it. */
  Map<String, String> headers(S3Body body) {
    return switch (this) {
      case TRAILER -> Map.of();
      case HEADER -> {
        S3Body.Digests digests = body.digests();
        yield Map.of("x-amz-checksum-crc32", digests.crc32(), MD5_HEADER, digests.md5());
      }
      case MD5 -> Map.of(MD5_HEADER, body.digests().md5());
    };
  }

  /** Returns a sentence that says what a server gets. */
  String remark() {
    return switch (this) {
      case TRAILER -> "content is followed by its checksum";
      case HEADER ->
          "the server takes no checksum in a trailer: it gets CRC32 and MD5 of content in headers";
      case MD5 -> "the server takes no checksum of content but MD5, and gets that";
    };
  }
}
