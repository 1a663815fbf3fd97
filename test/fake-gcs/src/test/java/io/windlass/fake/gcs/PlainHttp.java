package io.windlass.fake.gcs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/** Requests as a test writes them. */
final class PlainHttp implements AutoCloseable {
  private final HttpClient client = HttpClient.newHttpClient();
  private final URI base;
  private final String token;

  /** Without a token where it is empty. */
  PlainHttp(URI base, String token) {
    this.base = base;
    this.token = token;
  }

  HttpResponse<byte[]> send(String method, String target, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + target))
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body, StandardCharsets.ISO_8859_1));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return client.send(request.build(), BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static ObjectNode json(HttpResponse<byte[]> response) {
    return JsonText.object(response.body());
  }

  static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    client.close();
  }
}
