package io.windlass.store.s3.object;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A FAKE of what AWS asks of the checksums of an upload's parts. It has one upload, keeps no
 * content, and answers requests that it does not know with 501.
 *
 * <ul>
 *   <li>An upload whose algorithm was announced takes no part without its checksum, has one of each
 *       part that is copied (API_CopyPartResult.html), and wants all of them in the end
 *       (apache/arrow-rs-object-store, issue 568).
 *   <li>Of others, see {@link Reading}. What it does where such an upload has both copied parts and
 *       parts with a checksum is not told anywhere: so here it is refused in every form.
 * </ul>
 */
final class FakeAwsUploads {
  private static final String UPLOAD = "upload-1";
  private static final Pattern NUMBER = Pattern.compile("partNumber=(\\d+)");
  private static final Pattern TRAILER = Pattern.compile("x-amz-checksum-crc32:([A-Za-z0-9+/=]+)");
  private static final Pattern COMPLETED =
      Pattern.compile(
          "<Part><ETag>[^<]*</ETag>(?:<ChecksumCRC32>([^<]*)</ChecksumCRC32>)?"
              + "<PartNumber>(\\d+)</PartNumber></Part>");

  /** What users have told of parts with a checksum in an upload without an algorithm. */
  enum Reading {
    /** The part is refused (apache/opendal 4533, apache/arrow-rs 6793). */
    UNTIL_2024,
    /** The part is taken, and its checksum wanted in the end (aws/aws-sdk-go-v2 3005). */
    SINCE_2025
  }

  private record Part(boolean copied, Optional<String> crc32) {}

  private final Reading reading;

  /** Whether the answer to a copy tells the checksum; else only a list of parts does. */
  private final boolean tellsCopies;

  private final SortedMap<Integer, Part> parts = new TreeMap<>();
  private boolean announced;
  private boolean completed;

  FakeAwsUploads(Reading reading, boolean tellsCopies) {
    this.reading = reading;
    this.tellsCopies = tellsCopies;
  }

  synchronized boolean isCompleted() {
    return completed;
  }

  synchronized void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), ISO_8859_1);
    String query = Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse("");
    boolean ofUpload = query.contains("uploadId=" + UPLOAD);
    String method = exchange.getRequestMethod();
    if (method.equals("POST") && query.startsWith("uploads")) {
      announced = header(exchange, "x-amz-checksum-algorithm").isPresent();
      send(
          exchange,
          "<InitiateMultipartUploadResult><UploadId>%s</UploadId></InitiateMultipartUploadResult>"
              .formatted(UPLOAD));
    } else if (method.equals("PUT") && ofUpload) {
      part(exchange, number(query), body);
    } else if (method.equals("GET") && ofUpload) {
      send(exchange, listed());
    } else if (method.equals("POST") && ofUpload) {
      complete(exchange, body);
    } else {
      refuse(exchange, 501, "NotImplemented");
    }
  }

  private static int number(String query) {
    Matcher number = NUMBER.matcher(query);
    return number.find() ? Integer.parseInt(number.group(1)) : 0;
  }

  private void part(HttpExchange exchange, int number, String body) throws IOException {
    if (header(exchange, "x-amz-copy-source").isPresent()) {
      Part copied = new Part(true, announced ? Optional.of("AAAAAA==") : Optional.empty());
      parts.put(number, copied);
      send(
          exchange,
          "<CopyPartResult><ETag>\"%d\"</ETag>%s</CopyPartResult>"
              .formatted(number, tellsCopies ? checksum(copied) : ""));
      return;
    }
    Optional<String> sum =
        header(exchange, "x-amz-checksum-crc32")
            .or(() ->
                Optional.of(TRAILER.matcher(body)).filter(Matcher::find).map(m -> m.group(1)));
    if (announced ? sum.isEmpty() : sum.isPresent() && reading == Reading.UNTIL_2024) {
      refuse(exchange, 400, "InvalidRequest");
      return;
    }
    parts.put(number, new Part(false, sum));
    sum.ifPresent(crc32 -> exchange.getResponseHeaders().set("x-amz-checksum-crc32", crc32));
    exchange.getResponseHeaders().set("ETag", "\"%d\"".formatted(number));
    exchange.sendResponseHeaders(200, -1);
  }

  private static String checksum(Part part) {
    return part.crc32.map("<ChecksumCRC32>%s</ChecksumCRC32>"::formatted).orElse("");
  }

  private String listed() {
    return parts.entrySet().stream()
        .map(each ->
            "<Part><PartNumber>%1$d</PartNumber><ETag>\"%1$d\"</ETag><Size>1</Size>%2$s</Part>"
                .formatted(each.getKey(), checksum(each.getValue())))
        .collect(
            Collectors.joining(
                "", "<ListPartsResult><IsTruncated>false</IsTruncated>", "</ListPartsResult>"));
  }

  private void complete(HttpExchange exchange, String body) throws IOException {
    SortedMap<Integer, Optional<String>> named = new TreeMap<>();
    Matcher each = COMPLETED.matcher(body);
    while (each.find()) {
      named.put(Integer.parseInt(each.group(2)), Optional.ofNullable(each.group(1)));
    }
    boolean mixed =
        !announced
            && parts.values().stream().anyMatch(Part::copied)
            && parts.values().stream().anyMatch(part -> part.crc32.isPresent());
    boolean asHere =
        named.keySet().equals(parts.keySet())
            && named.entrySet().stream()
                .allMatch(part ->
                    Optional.ofNullable(parts.get(part.getKey()))
                        .map(Part::crc32)
                        .equals(Optional.of(part.getValue())));
    if (mixed || !asHere) {
      refuse(exchange, 400, announced ? "InvalidRequest" : "InvalidPart");
      return;
    }
    completed = true;
    send(
        exchange,
        "<CompleteMultipartUploadResult><ETag>\"whole\"</ETag></CompleteMultipartUploadResult>");
  }

  private static Optional<String> header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
  }

  private static void send(HttpExchange exchange, String text) throws IOException {
    send(exchange, 200, text);
  }

  private static void refuse(HttpExchange exchange, int status, String code) throws IOException {
    send(exchange, status, "<Error><Code>%s</Code></Error>".formatted(code));
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }
}
