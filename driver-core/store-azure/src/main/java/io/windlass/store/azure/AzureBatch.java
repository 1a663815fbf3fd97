package io.windlass.store.azure;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.storage.common.Utility;
import io.windlass.secret.Secret;
import io.windlass.store.DriverException;
import io.windlass.store.ObjectId;
import io.windlass.store.Revision;
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
import java.util.StringJoiner;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Deletes many blobs, or versions of them, in one request: "Blob Batch". Each of them is signed by
 * itself, and answered by itself. The SDK's own batches are sent over its asynchronous client, and
 * Azurite does not understand their paths.
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
   * @param objects at least one, and at most what the service takes
   * @return why those were not deleted that were not
   */
  Map<ObjectId, DriverException> delete(List<ObjectId> objects) {
    String boundary = "batch_" + UUID.randomUUID();
    byte[] body = body(objects, boundary).getBytes(StandardCharsets.UTF_8);
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
      return failures(objects, text.split("(?m)^--batchresponse_"));
    }
  }

  private String body(List<ObjectId> objects, String boundary) {
    StringBuilder body = new StringBuilder();
    for (int number = 0; number < objects.size(); number++) {
      AzureVersion version = AzureVersion.of(objects.get(number).version());
      URL url = url(objects.get(number).key(), version);
      HttpHeaders headers = headers(url, version);
      body.append("--").append(boundary).append(END);
      body.append("Content-Type: application/http").append(END);
      body.append("Content-Transfer-Encoding: binary").append(END);
      body.append("Content-ID: ").append(number).append(END).append(END);
      body.append("DELETE ").append(url.getFile()).append(" HTTP/1.1").append(END);
      headers.stream()
          .forEach(header ->
              body.append(header.getName()).append(": ").append(header.getValue()).append(END));
      body.append(END);
    }
    return body.append("--").append(boundary).append("--").append(END).toString();
  }

  private HttpHeaders headers(URL url, AzureVersion version) {
    HttpHeaders headers =
        new HttpHeaders()
            .set(HttpHeaderName.fromString("x-ms-date"), now())
            .set(HttpHeaderName.CONTENT_LENGTH, "0");
    if (version instanceof AzureVersion.Unkept(Revision revision)) {
      headers.set(HttpHeaderName.IF_MATCH, BlobRequest.quoted(revision));
    }
    return switch (container.clients().credential()) {
      case AzureKey.Account _ ->
          headers.set(
              HttpHeaderName.AUTHORIZATION,
              container.clients().key().generateAuthorizationHeader(url, "DELETE", headers, false));
      case AzureKey.Token _ -> headers;
      case AzureKey.Identity(AzureIdentity identity) ->
          headers.set(
              HttpHeaderName.AUTHORIZATION,
              AzureBearer.header(container.clients().token(identity)));
    };
  }

  private URL url(String key, AzureVersion version) {
    StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
    if (version instanceof AzureVersion.Kept(String id)) {
      query.add("versionid=" + Utility.urlEncode(id));
    }
    switch (container.clients().credential()) {
      case AzureKey.Account _, AzureKey.Identity _ -> {}
      case AzureKey.Token(Secret secret) -> query.add(secret.reveal());
    }
    try {
      return URI.create(container.url(key) + query).toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e); // it is encoded
    }
  }

  private static String now() {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(OffsetDateTime.now(ZoneOffset.UTC));
  }

  private Map<ObjectId, DriverException> failures(List<ObjectId> objects, String[] answers) {
    Map<ObjectId, DriverException> failures = new HashMap<>();
    for (ObjectId object : objects) {
      failures.put(
          object,
          new DriverException.Unavailable(
              container
                  .errors()
                  .says("delete", container.target(object.key()), "it was not answered"),
              null));
    }
    for (String answer : answers) {
      Optional<Integer> status = first(STATUS, answer).map(Integer::valueOf);
      if (status.isEmpty()) {
        continue;
      }
      String code = first(CODE, answer).orElse("");
      // One without a number is of the batch as a whole.
      List<ObjectId> those =
          first(NUMBER, answer)
              .map(Integer::valueOf)
              .filter(number -> number < objects.size())
              .map(number -> List.of(objects.get(number)))
              .orElse(objects);
      for (ObjectId object : those) {
        if (status.get() < 300) {
          failures.remove(object);
        } else {
          failures.put(
              object,
              container
                  .errors()
                  .of(
                      AzureErrors.failure(status.get(), code),
                      "delete",
                      container.target(object.key()),
                      null));
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
