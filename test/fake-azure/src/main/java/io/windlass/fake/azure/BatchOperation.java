package io.windlass.fake.azure;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * "blob-batch": deletes, each with its own signature and its own answer. Versions can be named in
 * it, as the Python SDK does ("azure-storage-blob", delete_blobs); the page does not mention them.
 */
final class BatchOperation {
  private static final int MOST = 256;
  private static final Pattern BOUNDARY = Pattern.compile("boundary=\"?([^\";]+)\"?");
  private static final Pattern PART =
      Pattern.compile("(?s)(.*?)\r?\n\r?\n(\\w+) (\\S+) HTTP/1\\.1\r?\n(.*)");
  private static final Pattern HEADER = Pattern.compile("(?m)^([\\w-]+): *(.*?) *\r?$");

  private record Part(String id, Request request) {}

  /** Answers with 202, whatever the results of the parts are. */
  Answer submit(Request request, Function<Request, Answer> handler) {
    Matcher boundary = BOUNDARY.matcher(request.header("content-type").orElse(""));
    boolean old = request.header("x-ms-version").orElse("").compareTo("2020-04-08") < 0;
    if (old && !request.container().isEmpty()) {
      throw Fault.of(400, "InvalidQueryParameterValue", "blob-batch");
    }
    if (!boundary.find()) {
      throw Fault.of(400, "InvalidHeaderValue", "blob-batch");
    }
    List<Part> parts = parts(new String(request.body(), StandardCharsets.UTF_8), boundary.group(1));
    if (parts.size() > MOST) {
      throw Fault.of(400, "ExceedsMaxBatchRequestCount", "blob-batch");
    }
    String end = "batchresponse_" + UUID.randomUUID();
    StringBuilder answers = new StringBuilder();
    for (Part part : parts) {
      Answer answer = handler.apply(part.request());
      answers
          .append("--%s\r\nContent-Type: application/http\r\n".formatted(end))
          .append("Content-ID: %s\r\n\r\n".formatted(part.id()))
          .append("HTTP/1.1 %d FAKE\r\n".formatted(answer.status()));
      answer
          .headers()
          .forEach((name, value) -> answers.append("%s: %s\r\n".formatted(name, value)));
      answers.append("\r\n").append(new String(answer.body(), StandardCharsets.UTF_8));
      answers.append("\r\n");
    }
    answers.append("--%s--\r\n".formatted(end));
    return Answer.text(202, "multipart/mixed; boundary=" + end, answers.toString());
  }

  private static List<Part> parts(String body, String boundary) {
    List<Part> parts = new ArrayList<>();
    for (String text : body.split(Pattern.quote("--" + boundary), -1)) {
      Matcher part = PART.matcher(text);
      if (part.matches()) {
        if (!part.group(2).equals("DELETE")) {
          throw Fault.unknown("'%s %s' in a batch".formatted(part.group(2), part.group(3)));
        }
        String id = headers(part.group(1)).getOrDefault("content-id", "");
        Request request =
            Request.of(part.group(2), part.group(3), headers(part.group(4)), new byte[0]);
        parts.add(new Part(id, request));
      }
    }
    return parts;
  }

  private static Map<String, String> headers(String text) {
    Map<String, String> headers = new HashMap<>();
    Matcher header = HEADER.matcher(text);
    while (header.find()) {
      headers.put(header.group(1).toLowerCase(Locale.ROOT), header.group(2));
    }
    return headers;
  }
}
