package io.windlass.store.s3.client;

import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

/**
 * Decides which checksum each request has that sends content: the best that a server takes, which
 * {@link ServerChoice} finds out.
 */
public enum S3Checksums {
  /** CRC32 that follows the content: what the SDK does by itself. */
  TRAILER,
  /** CRC32 before the content, for which all of it is read; with the MD5, if it is ignored. */
  HEADER,
  /** The MD5 before the content, which every server checks, and none keeps. */
  MD5;

  /** Returns the request that puts this content. */
  public PutObjectRequest on(PutObjectRequest.Builder request, S3Body body) {
    PutObjectRequest.Builder mine = request.copy();
    return switch (this) {
      case TRAILER -> mine.build();
      case HEADER -> {
        S3Body.Digests digests = body.digests();
        yield mine.checksumCRC32(digests.crc32()).contentMD5(digests.md5()).build();
      }
      case MD5 -> mine.contentMD5(body.digests().md5()).build();
    };
  }

  /** Returns the request that sends this content as a part. */
  public UploadPartRequest on(UploadPartRequest.Builder request, S3Body body) {
    UploadPartRequest.Builder mine = request.copy();
    return switch (this) {
      case TRAILER -> mine.build();
      case HEADER -> {
        S3Body.Digests digests = body.digests();
        yield mine.checksumCRC32(digests.crc32()).contentMD5(digests.md5()).build();
      }
      case MD5 -> mine.contentMD5(body.digests().md5()).build();
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
