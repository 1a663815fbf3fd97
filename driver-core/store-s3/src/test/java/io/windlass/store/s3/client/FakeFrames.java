package io.windlass.store.s3.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import io.windlass.http.Checksums;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A FAKE of a server to which content is sent between frames, with its checksum behind it: what it
 * makes of that, and what it says of it. It has one upload, and answers requests that it does not
 * know with 501.
 */
final class FakeFrames {
  private static final Pattern FRAMED = Pattern.compile("STREAMING-.*-TRAILER");
  private static final Pattern NUMBER = Pattern.compile("partNumber=(\\d+)");
  private static final Pattern SUM = Pattern.compile("x-amz-checksum-crc32:([A-Za-z0-9+/=]+)");

  /** What servers do. */
  enum Behaviour {
    /** Stores the frames as content, as rclone serve s3 1.76 and gofakes3 1.2 do. */
    STORES_FRAMES,
    /** Tells the ETag of what it has stored, as Ceph and Swift do. */
    TELLS_MD5,
    /** Tells the checksum, and an ETag that is no MD5, as MinIO does where a key encrypts. */
    TELLS_CHECKSUM,
    /** Tells nothing of what it has stored. */
    TELLS_NOTHING
  }

  /** Content that the server has, and how it was sent. */
  @SuppressWarnings("ArrayRecordComponent") // nobody changes or compares it
  record Stored(byte[] content, boolean framed) {}

  private final Behaviour behaviour;
  private final String name;
  private final Map<String, Stored> objects = new HashMap<>();
  private final SortedMap<Integer, Stored> parts = new TreeMap<>();
  private final List<Boolean> framed = new ArrayList<>();

  /**
   * Makes one.
   *
   * @param name how it names itself
   */
  FakeFrames(Behaviour behaviour, String name) {
    this.behaviour = behaviour;
    this.name = name;
  }

  /** Returns what it has under a path. */
  synchronized Stored stored(String path) {
    return Optional.ofNullable(objects.get(path)).orElseThrow();
  }

  /** Returns of each content that was sent whether it was framed, in order. */
  synchronized List<Boolean> framed() {
    return List.copyOf(framed);
  }

  synchronized void answer(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String query = Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse("");
    String path = exchange.getRequestURI().getPath();
    boolean ofUpload = query.contains("uploadId=u");
    exchange.getResponseHeaders().set("Server", name);
    switch (exchange.getRequestMethod()) {
      case "PUT" -> {
        Stored stored = stored(exchange, body);
        Matcher number = NUMBER.matcher(query);
        if (ofUpload && number.find()) {
          parts.put(Integer.parseInt(number.group(1)), stored);
        } else if (refuses(exchange, path)) {
          send(exchange, 412, "<Error><Code>PreconditionFailed</Code></Error>");
          return;
        } else {
          objects.put(path, stored);
        }
        tell(exchange, stored, body);
        exchange.sendResponseHeaders(200, -1);
      }
      case "POST" -> {
        if (ofUpload) {
          complete(path);
        }
        send(
            exchange,
            200,
            ofUpload
                ? "<CompleteMultipartUploadResult><ETag>\"whole\"</ETag>"
                    + "</CompleteMultipartUploadResult>"
                : "<InitiateMultipartUploadResult><UploadId>u</UploadId>"
                    + "</InitiateMultipartUploadResult>");
      }
      default -> send(exchange, 501, "<Error><Code>NotImplemented</Code></Error>");
    }
  }

  private boolean refuses(HttpExchange exchange, String path) {
    return exchange.getRequestHeaders().containsKey("If-None-Match") && objects.containsKey(path);
  }

  private Stored stored(HttpExchange exchange, byte[] body) {
    String hash = exchange.getRequestHeaders().getFirst("x-amz-content-sha256");
    boolean between = FRAMED.matcher(hash).matches();
    framed.add(between);
    return new Stored(
        between && behaviour != Behaviour.STORES_FRAMES ? unframed(body) : body, between);
  }

  /** Each frame has the length of what it is around, in hexadecimal. */
  private static byte[] unframed(byte[] body) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    String text = new String(body, ISO_8859_1);
    int at = 0;
    while (true) {
      int end = text.indexOf("\r\n", at);
      int length = Integer.parseInt(text.substring(at, end).split(";", 2)[0], 16);
      if (length == 0) {
        return content.toByteArray();
      }
      content.write(body, end + 2, length);
      at = end + 2 + length + 2;
    }
  }

  private void tell(HttpExchange exchange, Stored stored, byte[] body) {
    boolean isMd5 = behaviour == Behaviour.STORES_FRAMES || behaviour == Behaviour.TELLS_MD5;
    MessageDigest md5 = Checksums.md5();
    exchange
        .getResponseHeaders()
        .set(
            "ETag",
            "\"%s\""
                .formatted(
                    isMd5 ? HexFormat.of().formatHex(md5.digest(stored.content)) : "0".repeat(32)));
    if (behaviour == Behaviour.TELLS_CHECKSUM) {
      Optional.ofNullable(exchange.getRequestHeaders().getFirst("x-amz-checksum-crc32"))
          .or(() -> {
            Matcher sum = SUM.matcher(new String(body, ISO_8859_1));
            return sum.find() ? Optional.of(sum.group(1)) : Optional.empty();
          })
          .ifPresent(sum -> exchange.getResponseHeaders().set("x-amz-checksum-crc32", sum));
    }
  }

  private void complete(String path) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    parts.values().forEach(part -> whole.writeBytes(part.content));
    objects.put(
        path, new Stored(whole.toByteArray(), parts.values().stream().anyMatch(p -> p.framed)));
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }
}
