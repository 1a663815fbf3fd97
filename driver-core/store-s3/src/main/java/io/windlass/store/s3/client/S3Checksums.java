package io.windlass.store.s3.client;

import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * Decides which checksum each request has that sends content: the best that a server takes, which
 * {@link ServerChoice} finds out.
 *
 * <p>Some servers take a trailer, and all that stands around the pieces of content before it, for
 * content (rclone serve s3, gofakes3, s3rver, and SeaweedFS in the past), and answer with success.
 * So trailers are for AWS, the embedded server, and for servers that were seen to understand them.
 * That is tried on parts of uploads, where it does no harm: a part is sent again, and nobody sees
 * the one before. Even so it is tried only on servers of a name that stands for one that takes
 * parts again; rclone does not. Where a key encrypts, a server need not show what it has
 * understood, and gets headers.
 */
public enum S3Checksums {
  /** CRC32 that follows the content. */
  TRAILER,
  /** CRC32 before the content, for which all of it is read; with the MD5, if it is ignored. */
  HEADER,
  /** The MD5 before the content, which every server checks, and none keeps. */
  MD5;

  /** Those of a server of which it is not known that it understands trailers. */
  static final List<S3Checksums> BEFORE_CONTENT = List.of(HEADER, MD5);

  /** How the embedded server names itself. It understands trailers. */
  public static final String EMBEDDED = "Windlass";

  /** How servers name themselves on which trailers are tried. */
  private static final List<String> TRIED = List.of("MinIO", "SeaweedFS", "VERSITYGW");

  private static final String MD5_HEADER = "Content-MD5";
  private static final String CRC32_HEADER = "x-amz-checksum-crc32";

  /** What stands around the pieces of content before a trailer goes on from a signature. */
  static List<S3Checksums> ofRequests(boolean signed) {
    return signed ? List.of(values()) : BEFORE_CONTENT;
  }

  /** Returns the headers with what is stated of this content before it. */
  Map<String, String> headers(S3Body body) {
    return switch (this) {
      case TRAILER -> Map.of();
      case HEADER -> {
        S3Body.Digests digests = body.digests();
        yield Map.of(CRC32_HEADER, digests.crc32(), MD5_HEADER, digests.md5());
      }
      case MD5 -> Map.of(MD5_HEADER, body.digests().md5());
    };
  }

  /** Returns whether a server of this name is known to understand trailers. */
  static boolean areUnderstood(String server) {
    return server.equals(EMBEDDED);
  }

  /** Returns whether trailers are tried on parts of uploads to a server of this name. */
  static boolean areTried(String server) {
    return TRIED.stream().anyMatch(server::startsWith);
  }

  /**
   * Returns whether an answer shows that the server has stored this content and nothing else: it
   * tells the checksum that stood in the trailer alone, or the MD5 of the content as the ETag.
   */
  boolean isShown(SdkHttpResponse answer, S3Body body) {
    return switch (this) {
      case TRAILER -> {
        S3Body.Digests digests = body.digests();
        String etag = answer.firstMatchingHeader("ETag").orElse("").replace("\"", "");
        yield answer.firstMatchingHeader(CRC32_HEADER).filter(digests.crc32()::equals).isPresent()
            || etag.equalsIgnoreCase(hex(digests.md5()));
      }
      case HEADER, MD5 -> true;
    };
  }

  private static String hex(String base64) {
    return HexFormat.of().formatHex(Base64.getDecoder().decode(base64));
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
