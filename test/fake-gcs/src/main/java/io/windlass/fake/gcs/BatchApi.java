package io.windlass.fake.gcs;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Several calls in one request: cloud.google.com/storage/docs/batch. */
record BatchApi(JsonApi json) {
  private static final int MOST_CALLS = 100;
  private static final Pattern LINE = Pattern.compile("([A-Z]+) (\\S+)(?: +HTTP/1\\.1)?");

  /** Returns whether a request is a batch. */
  static boolean isMeant(WireRequest request) {
    return request.path().equals("/batch/storage/v1") && request.method().equals("POST");
  }

  WireAnswer answer(WireRequest request) {
    try {
      return answered(request);
    } catch (Refusal refusal) {
      return refusal.json();
    }
  }

  private WireAnswer answered(WireRequest request) {
    List<MultipartBody.Part> parts = MultipartBody.of(request);
    if (parts.size() > MOST_CALLS) {
      throw Refusal.invalid("The batch request has more than 100 calls.");
    }
    String boundary = "batch_fake-" + UUID.randomUUID();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (MultipartBody.Part part : parts) {
      WireAnswer answer = json.answer(call(request, part));
      String id = part.headers().getOrDefault("content-id", "");
      StringBuilder head = new StringBuilder();
      head.append("--").append(boundary).append("\r\nContent-Type: application/http\r\n");
      if (!id.isEmpty()) {
        head.append("Content-ID: ").append(id.replace("<", "<response-")).append("\r\n");
      }
      head.append("\r\nHTTP/1.1 ").append(answer.status()).append(" -\r\n");
      answer
          .headers()
          .forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
      head.append("Content-Length: ").append(answer.body().length).append("\r\n\r\n");
      out.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
      out.writeBytes(answer.body());
      out.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
    }
    out.writeBytes(("--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
    return WireAnswer.of(200)
        .with("Content-Type", "multipart/mixed; boundary=" + boundary)
        .with(out.toByteArray());
  }

  /**
   * Returns the requests of the parts. A part inherits headers of the whole request. Batches cannot
   * transfer media.
   */
  private static WireRequest call(WireRequest whole, MultipartBody.Part part) {
    String text = new String(part.body(), StandardCharsets.ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    String head = end < 0 ? text : text.substring(0, end);
    Matcher line = LINE.matcher(head.lines().findFirst().orElse(""));
    if (!line.matches()) {
      throw Refusal.invalid("Failed to parse batch request.");
    }
    Map<String, String> headers = new TreeMap<>();
    whole.header("authorization").ifPresent(value -> headers.put("authorization", value));
    headers.putAll(MultipartBody.headers(head.substring(line.end())));
    URI target = URI.create(line.group(2));
    String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
    byte[] body =
        end < 0 ? new byte[0] : text.substring(end + 4).getBytes(StandardCharsets.ISO_8859_1);
    WireRequest call = WireRequest.of(line.group(1), target.getRawPath() + query, headers, body);
    if (!call.path().startsWith("/storage/v1/")
        || call.parameter("alt").filter("media"::equals).isPresent()) {
      throw Refusal.invalid("Media cannot be uploaded or downloaded in a batch.");
    }
    return call;
  }
}
