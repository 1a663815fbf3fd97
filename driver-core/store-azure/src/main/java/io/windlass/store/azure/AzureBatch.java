package io.windlass.store.azure;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import io.windlass.store.DriverException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Deletes many blobs in one request: "Blob Batch". Each of them is signed by itself, and answered
 * by itself. The SDK's own batches are sent over its asynchronous client, and Azurite does not
 * understand their paths.
 */
final class AzureBatch {
  private static final Pattern NUMBER = Pattern.compile("(?im)^Content-ID:[ \\t]*(\\d{1,9})");
  private static final Pattern STATUS = Pattern.compile("(?m)^HTTP/1\\.1[ \\t]+(\\d{3})");
  private static final Pattern CODE = Pattern.compile("(?im)^x-ms-error-code:[ \\t]*(\\w+)");
  private static final String END = "\r\n";

  private final AzureContainer container;

  AzureBatch(AzureContainer container) {
    this.container = container;
  }

  /**
   * Sends a batch.
   *
   * @param keys at least one, and at most what the service takes; checked
   * @return why those were not deleted that were not
   */
  Map<String, DriverException> delete(List<String> keys) {
    String boundary = "batch_" + UUID.randomUUID();
    byte[] body = body(keys, boundary).getBytes(StandardCharsets.UTF_8);
    HttpHeaders headers =
        BlobRequest.newHeaders()
            .set(HttpHeaderName.CONTENT_TYPE, "multipart/mixed; boundary=" + boundary)
            .set(HttpHeaderName.CONTENT_LENGTH, Integer.toString(body.length));
    HttpRequest request =
        new HttpRequest(HttpMethod.POST, container.url() + "?restype=container&comp=batch")
            .setHeaders(headers)
            .setBody(BinaryData.fromBytes(body));
    try (HttpResponse answer =
        BlobRequest.exchange(container, "delete", container.name(), request, Duration.ZERO)) {
      String text =
          container
              .errors()
              .call("delete", container.name(), () -> answer.getBodyAsBinaryData().toString());
      return failures(keys, text.split("(?m)^--batchresponse_"));
    }
  }

  private String body(List<String> keys, String boundary) {
    StringBuilder body = new StringBuilder();
    for (int number = 0; number < keys.size(); number++) {
      URL url = url(keys.get(number));
      HttpHeaders headers =
          new HttpHeaders()
              .set(HttpHeaderName.fromString("x-ms-date"), now())
              .set(HttpHeaderName.CONTENT_LENGTH, "0");
      String authorization =
          container.clients().key().generateAuthorizationHeader(url, "DELETE", headers, false);
      body.append("--").append(boundary).append(END);
      body.append("Content-Type: application/http").append(END);
      body.append("Content-Transfer-Encoding: binary").append(END);
      body.append("Content-ID: ").append(number).append(END).append(END);
      body.append("DELETE ").append(url.getPath()).append(" HTTP/1.1").append(END);
      headers.stream()
          .forEach(header ->
              body.append(header.getName()).append(": ").append(header.getValue()).append(END));
      body.append("Authorization: ").append(authorization).append(END).append(END);
    }
    return body.append("--").append(boundary).append("--").append(END).toString();
  }

  private URL url(String key) {
    try {
      return URI.create(container.url(key)).toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e); // it is encoded
    }
  }

  private static String now() {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(OffsetDateTime.now(ZoneOffset.UTC));
  }

  private Map<String, DriverException> failures(List<String> keys, String[] answers) {
    Map<String, DriverException> failures = new HashMap<>();
    for (String key : keys) {
      failures.put(
          key,
          new DriverException.Unavailable(
              container.errors().says("delete", container.target(key), "it was not answered"),
              null));
    }
    for (String answer : answers) {
      Optional<Integer> status = first(STATUS, answer).map(Integer::valueOf);
      if (status.isEmpty()) {
        continue;
      }
      String code = first(CODE, answer).orElse("");
      // One without a number is of the batch as a whole.
      List<String> those =
          first(NUMBER, answer)
              .map(Integer::valueOf)
              .filter(number -> number < keys.size())
              .map(number -> List.of(keys.get(number)))
              .orElse(keys);
      for (String key : those) {
        if (status.get() < 300) {
          failures.remove(key);
        } else {
          failures.put(
              key, container.errors().of(status.get(), code, "delete", container.target(key)));
        }
      }
    }
    return failures;
  }

  private static Optional<String> first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
