package io.windlass.csi.node;

import io.windlass.csi.NodeId;
import io.windlass.csi.Renewal;
import io.windlass.csi.RenewalRequest;
import io.windlass.csi.node.request.AccessReader;
import io.windlass.csi.node.request.VolumeAccess;
import io.windlass.error.DriverException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Asks a controller for the next credential of a volume. Each question ends within seconds. */
final class RenewalClient implements CredentialRenewals.Controller {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final TypeReference<Map<String, String>> FIELDS = new TypeReference<>() {};
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final NodeId node;
  private final AccessReader reader;
  private final InstantSource clock;

  RenewalClient(NodeId node, AccessReader reader, InstantSource clock) {
    this.node = node;
    this.reader = reader;
    this.clock = clock;
  }

  @Override
  public Optional<VolumeAccess> ask(String volumeId, Renewal renewal)
      throws IOException, InterruptedException {
    RenewalRequest request = RenewalRequest.of(volumeId, node.toString(), renewal.key());
    HttpResponse<byte[]> answer = send(request, renewal);
    String body = new String(answer.body(), StandardCharsets.UTF_8);
    boolean signed =
        answer
            .headers()
            .firstValue(RenewalRequest.SIGNATURE_HEADER)
            .filter(
                each -> renewal.key().accepts(request.answered(answer.statusCode(), body), each))
            .isPresent();
    if (!signed) {
      throw new IOException(
          "%s answers %d, and not as the controller that attached the volume"
              .formatted(renewal.url(), answer.statusCode()));
    }
    return switch (answer.statusCode()) {
      case 200 -> Optional.of(read(volumeId, body));
      case 404 -> Optional.empty();
      default -> throw new IOException("the controller answers: " + body);
    };
  }

  private VolumeAccess read(String volumeId, String body) throws IOException {
    try {
      return reader.renewed(volumeId, JSON.readValue(body, FIELDS)).issuedAt(clock.instant());
    } catch (DriverException.PermissionDenied e) {
      throw new IOException("the controller's answer is refused: " + e.getMessage(), e);
    } catch (JacksonException | DriverException e) {
      throw new IOException("the controller's answer cannot be read", e);
    }
  }

  /** Asks with a client of its own, as that is rare. */
  private static HttpResponse<byte[]> send(RenewalRequest request, Renewal renewal)
      throws IOException, InterruptedException {
    HttpRequest post =
        HttpRequest.newBuilder(renewal.url())
            .timeout(LIMIT)
            .POST(BodyPublishers.ofByteArray(request.toBytes()))
            .build();
    try (HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build()) {
      CompletableFuture<HttpResponse<byte[]>> answer =
          client.sendAsync(
              post,
              BodyHandlers.limiting(BodyHandlers.ofByteArray(), RenewalRequest.LONGEST_ANSWER));
      try {
        return answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException e) {
        throw new IOException("%s: %s".formatted(renewal.url(), reason(e)), e);
      } catch (TimeoutException e) {
        throw new IOException("%s does not answer".formatted(renewal.url()), e);
      } finally {
        client.shutdownNow();
      }
    }
  }

  private static String reason(ExecutionException failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
