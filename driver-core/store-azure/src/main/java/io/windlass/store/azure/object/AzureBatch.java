package io.windlass.store.azure.object;

import com.azure.core.http.HttpMethod;
import io.windlass.error.DriverException;
import io.windlass.object.ObjectId;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureErrors;
import io.windlass.store.azure.client.AzureVersion;
import io.windlass.store.azure.client.BlobRequest;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Deletes many blobs, or versions of them, in one request: "Blob Batch". Each of these requests has
 * its own signature and its own answer. The SDK's own batches are sent over its asynchronous
 * client, and Azurite does not understand their paths.
 */
final class AzureBatch {
  private static final Pattern NUMBER = Pattern.compile("(?im)^Content-ID:[ \\t]*(\\d{1,9})");
  private static final Pattern STATUS = Pattern.compile("(?m)^HTTP/1\\.1[ \\t]+(\\d{3})");
  private static final Pattern CODE = Pattern.compile("(?im)^x-ms-error-code:[ \\t]*(\\w+)");
  private static final String END = "\r\n";

  private final AzureContainer container;
  private final AzureDeletes.Snapshots snapshots;

  AzureBatch(AzureContainer container, AzureDeletes.Snapshots snapshots) {
    this.container = container;
    this.snapshots = snapshots;
  }

  /**
   * Sends a batch.
   *
   * @param objects at least one, and at most what the service takes
   * @return the failures, for the objects that were not deleted
   */
  Map<ObjectId, DriverException> delete(List<ObjectId> objects) {
    String boundary = "batch_" + UUID.randomUUID();
    byte[] answer =
        BlobRequest.ofContainer(container, HttpMethod.POST)
            .query("restype", "container")
            .query("comp", "batch")
            .header("content-type", "multipart/mixed; boundary=" + boundary)
            .read("delete", body(objects, boundary).getBytes(StandardCharsets.UTF_8));
    String text = new String(answer, StandardCharsets.UTF_8);
    return failures(objects, text.split("(?m)^--batchresponse_"));
  }

  private String body(List<ObjectId> objects, String boundary) {
    StringBuilder body = new StringBuilder();
    for (int number = 0; number < objects.size(); number++) {
      ObjectId object = objects.get(number);
      HttpRequest part = part(object.key(), AzureVersion.of(object.version()));
      body.append("--").append(boundary).append(END);
      body.append("Content-Type: application/http").append(END);
      body.append("Content-Transfer-Encoding: binary").append(END);
      body.append("Content-ID: ").append(number).append(END).append(END);
      body.append("DELETE ").append(file(part.uri())).append(" HTTP/1.1").append(END);
      part.headers()
          .map()
          .forEach((name, values) ->
              body.append(name).append(": ").append(values.getFirst()).append(END));
      body.append("content-length: 0").append(END).append(END);
    }
    return body.append("--").append(boundary).append("--").append(END).toString();
  }

  private HttpRequest part(String key, AzureVersion version) {
    BlobRequest delete = new BlobRequest(container, HttpMethod.DELETE, key).version(version);
    return switch (version) {
      case AzureVersion.Current _, AzureVersion.Unkept _ -> snapshots.in(delete).part();
      case AzureVersion.Kept _ -> delete.part();
    };
  }

  private static String file(URI uri) {
    return uri.getRawQuery() == null
        ? uri.getRawPath()
        : uri.getRawPath() + "?" + uri.getRawQuery();
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
      // An answer without a number is about the whole batch.
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
