package io.windlass.store.gcs.client;

import com.google.api.client.http.HttpTransport;
import com.google.api.client.json.GenericJson;
import com.google.api.client.json.gson.GsonFactory;
import com.google.auth.Retryable;
import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.ComputeEngineCredentials;
import com.google.auth.oauth2.ExternalAccountCredentials;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.auth.oauth2.ServiceAccountCredentials;
import io.windlass.error.DriverException;
import io.windlass.error.Failure;
import io.windlass.operation.Deadline;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Identity of the driver, from the file {@code credentials.json} in a mounted Secret: the key of a
 * service account, or the configuration of workload identity federation. Without the file, it is
 * the identity of the machine, from its metadata server. The file is checked for every request, so
 * a rotated key is used from the next request on.
 */
public final class GcsCredentials implements GcsAuthorization {
  /** The file in the directory of secrets. */
  public static final String FILE = "credentials.json";

  private static final List<String> SCOPES =
      List.of("https://www.googleapis.com/auth/cloud-platform");

  private final Optional<SecretDirectory> directory;
  private final HttpTransport transport;
  private final Duration callTimeout;
  private final AtomicReference<Optional<Known>> known = new AtomicReference<>(Optional.empty());

  /** Credentials and the file that they were read from, if any. */
  private record Known(Optional<Secret> file, GoogleCredentials made) {}

  /**
   * Creates the credentials; reads nothing yet.
   *
   * @param callTimeout longest that it takes to get a token
   */
  GcsCredentials(
      Optional<SecretDirectory> directory, HttpTransport transport, Duration callTimeout) {
    this.directory = directory;
    this.transport = transport;
    this.callTimeout = callTimeout;
  }

  /**
   * Returns the headers that authorise a request.
   *
   * @throws DriverException.Unauthenticated if the file is not valid, or the service refuses it
   * @throws DriverException.Unavailable if no token can be had at present
   */
  @Override
  public Map<String, List<String>> headers() {
    GoogleCredentials credentials = current();
    return Deadline.within(callTimeout).limit(() -> headers(credentials));
  }

  /**
   * Returns these headers with another token, after the service refused the last one (401). A token
   * can expire early if its key was deleted or the clocks differ. If another thread got a new token
   * meanwhile, uses that.
   *
   * @param refused value of the header {@code Authorization} that was refused
   */
  @Override
  public Map<String, List<String>> renewed(String refused) {
    GoogleCredentials credentials = current();
    return Deadline.within(callTimeout)
        .limit(() -> {
          Map<String, List<String>> now = headers(credentials);
          if (!authorization(now).equals(refused)) {
            return now;
          }
          try {
            credentials.refresh();
          } catch (IOException e) {
            throw refused(e);
          }
          return headers(credentials);
        });
  }

  @Override
  public Optional<Instant> expires(Secret token) {
    return known
        .get()
        .flatMap(now -> Optional.ofNullable(now.made.getAccessToken()))
        .filter(now -> now.getTokenValue().equals(token.reveal()))
        .map(AccessToken::getExpirationTime)
        .map(Date::toInstant);
  }

  /** Returns the value of the header {@code Authorization}; empty if it is missing. */
  static String authorization(Map<String, List<String>> headers) {
    return headers.getOrDefault("Authorization", List.of()).stream().findFirst().orElse("");
  }

  private static Map<String, List<String>> headers(GoogleCredentials credentials) {
    try {
      return credentials.getRequestMetadata();
    } catch (IOException e) {
      throw refused(e);
    }
  }

  private GoogleCredentials current() {
    Optional<Secret> file = directory.flatMap(this::read);
    Optional<Known> before = known.get().filter(each -> each.file.equals(file));
    if (before.isPresent()) {
      return before.get().made;
    }
    Known made = new Known(file, file.map(this::parsed).orElseGet(this::ofMachine));
    known.set(Optional.of(made));
    return made.made;
  }

  private Optional<Secret> read(SecretDirectory from) {
    try {
      return from.read(FILE);
    } catch (IOException e) {
      throw wrong("cannot be read", e);
    }
  }

  private GoogleCredentials ofMachine() {
    return ComputeEngineCredentials.newBuilder()
        .setHttpTransportFactory(() -> transport)
        .setScopes(SCOPES)
        .build();
  }

  /** Returns an error without the library's message, which may quote the file. */
  private GoogleCredentials parsed(Secret file) {
    byte[] bytes = file.reveal().getBytes(StandardCharsets.UTF_8);
    try (InputStream in = new ByteArrayInputStream(bytes)) {
      return switch (type(bytes)) {
        case "service_account" ->
            ServiceAccountCredentials.fromStream(in, () -> transport)
                .createWithCustomRetryStrategy(false)
                .createScoped(SCOPES);
        case "external_account" ->
            ExternalAccountCredentials.fromStream(in, () -> transport).createScoped(SCOPES);
        default -> throw wrong("must have the type service_account or external_account", null);
      };
    } catch (IOException | IllegalArgumentException e) {
      throw wrong("is no credential of Google's: it is the JSON file as it was downloaded", null);
    }
  }

  private static String type(byte[] bytes) throws IOException {
    try (InputStream in = new ByteArrayInputStream(bytes)) {
      GenericJson json = GsonFactory.getDefaultInstance().fromInputStream(in, GenericJson.class);
      return String.valueOf(json.get("type"));
    }
  }

  private String place() {
    return directory.map(from -> from.path().resolve(FILE).toString()).orElse(FILE);
  }

  private DriverException wrong(String how, @Nullable Throwable cause) {
    return new DriverException.Unauthenticated("%s %s".formatted(place(), how), cause);
  }

  /**
   * Returns the error of a token service or metadata server; unavailable if a later attempt may
   * succeed.
   */
  private static DriverException refused(IOException thrown) {
    boolean passes = !(thrown instanceof Retryable answer) || answer.isRetryable();
    String what = "no access token: " + Failure.reason(thrown);
    return passes
        ? new DriverException.Unavailable(what, thrown)
        : new DriverException.Unauthenticated(what, thrown);
  }
}
