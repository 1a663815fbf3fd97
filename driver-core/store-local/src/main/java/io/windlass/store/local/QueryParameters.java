package io.windlass.store.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.util.Locale;
import java.util.Set;

/**
 * Query parameters of the operations that this server offers. S3Proxy passes over those that it
 * does not know: it would take PutObjectAnnotation for PutObject, and replace the object. So what
 * is not listed here is refused before S3Proxy sees it.
 */
final class QueryParameters {
  /** Parts of a signature, and what clients put beside it. They change nothing. */
  private static final Set<String> EVERYWHERE =
      Set.of(
          "x-id",
          "x-amz-algorithm",
          "x-amz-checksum-crc32",
          "x-amz-checksum-mode",
          "x-amz-content-sha256",
          "x-amz-credential",
          "x-amz-date",
          "x-amz-expires",
          "x-amz-sdk-checksum-algorithm",
          "x-amz-signature",
          "x-amz-signedheaders",
          "x-amz-user-agent");

  private static final Set<String> LIST_BUCKETS =
      Set.of("bucket-region", "continuation-token", "max-buckets", "prefix");

  private static final Set<String> READ_BUCKET =
      Set.of(
          "acl",
          "continuation-token",
          "delimiter",
          "encoding-type",
          "encryption",
          "fetch-owner",
          "key-marker",
          "list-type",
          "location",
          "marker",
          "max-keys",
          "max-uploads",
          "policy",
          "prefix",
          "start-after",
          "upload-id-marker",
          "uploads",
          "version-id-marker",
          "versioning",
          "versions");

  private static final Set<String> READ_OBJECT =
      Set.of(
          "acl",
          "attributes",
          "encoding-type",
          "max-parts",
          "part-number-marker",
          "partNumber",
          "response-cache-control",
          "response-content-disposition",
          "response-content-encoding",
          "response-content-language",
          "response-content-type",
          "response-expires",
          "uploadId",
          "versionId");

  private QueryParameters() {}

  /**
   * Refuses a request with another parameter.
   *
   * @throws software.amazon.awssdk.awscore.exception.AwsServiceException NotImplemented, with the
   *     parameter's name
   */
  static void requireKnown(HttpServletRequest request) {
    String query = request.getQueryString();
    if (query == null) {
      return;
    }
    Set<String> known = of(request.getMethod(), Depth.of(request.getRequestURI()));
    for (String parameter : query.split("&", -1)) {
      String name = URLDecoder.decode(parameter.split("=", 2)[0], UTF_8);
      boolean empty = name.isEmpty(); // as in "?" and "a&&b"
      if (!empty && !known.contains(name) && !EVERYWHERE.contains(name.toLowerCase(Locale.ROOT))) {
        throw Refusal.notImplemented(
            "query parameter '%s' of a %s".formatted(name, request.getMethod()));
      }
    }
  }

  /** What an address names. */
  private enum Depth {
    SERVICE,
    BUCKET,
    OBJECT;

    static Depth of(String path) {
      int bucket = path.startsWith("/") ? 1 : 0;
      int key = path.indexOf('/', bucket) + 1;
      if (key > 0 && key < path.length()) {
        return OBJECT;
      }
      return bucket < path.length() ? BUCKET : SERVICE;
    }
  }

  private static Set<String> of(String method, Depth depth) {
    return switch (depth) {
      case SERVICE -> LIST_BUCKETS;
      case BUCKET ->
          switch (method) {
            case "GET", "HEAD" -> READ_BUCKET;
            case "PUT" -> Set.of("acl", "encryption", "versioning");
            case "POST" -> Set.of("delete");
            case "DELETE" -> Set.of("encryption");
            default -> Set.of();
          };
      case OBJECT ->
          switch (method) {
            case "GET", "HEAD" -> READ_OBJECT;
            case "PUT" -> Set.of("acl", "partNumber", "uploadId");
            case "POST" -> Set.of("uploadId", "uploads");
            case "DELETE" -> Set.of("uploadId", "versionId");
            default -> Set.of();
          };
    };
  }
}
