package io.windlass.cli.aot;

import io.grpc.StatusException;
import io.windlass.cli.call.Api;
import io.windlass.cli.call.ApiClient;
import io.windlass.cli.call.Requests;
import io.windlass.cli.scratch.Driver;
import io.windlass.cli.scratch.Launcher;
import io.windlass.cli.scratch.ScratchDirectory;
import io.windlass.cli.scratch.Spec;
import io.windlass.mounter.keeper.ProgressDeadline;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * S3 server for training runs: the embedded one of a driver, with two buckets and an access key.
 */
final class TrainingStore implements AutoCloseable {
  static final Duration CALL = Duration.ofSeconds(30);

  /** Name of the bucket for the driver's records. */
  static final String REGISTRY = "bc-registry";

  /** Name of the bucket for objects. */
  static final String BUCKET = "bc-training";

  private final Driver driver;
  private final Path credentials;
  private final String endpoint;

  private TrainingStore(Driver driver, Path credentials, String endpoint) {
    this.driver = driver;
    this.credentials = credentials;
    this.endpoint = endpoint;
  }

  static TrainingStore start(Launcher launcher, ScratchDirectory place, ProgressDeadline deadline)
      throws IOException, InterruptedException {
    Driver driver = Driver.start(launcher, place, Spec.COSI, deadline);
    try (ApiClient client = new ApiClient(place.endpoint(Spec.COSI), CALL)) {
      JsonNode grant = grant(client);
      JsonNode key = grant.at("/credentials/s3");
      Path credentials = Files.createDirectory(place.directory().resolve("key"));
      write(credentials, "accessKeyId", key.path("access_key_id"));
      write(credentials, "secretAccessKey", key.path("access_secret_key"));
      return new TrainingStore(
          driver, credentials, grant.at("/buckets/0/bucket_info/s3/endpoint").asString());
    } catch (IOException e) {
      driver.close();
      throw e;
    }
  }

  private static JsonNode grant(ApiClient client) throws IOException {
    try {
      for (String bucket : List.of(REGISTRY, BUCKET)) {
        ask(client, "DriverCreateBucket", Requests.createBucket("local/" + bucket, ""));
      }
      return ask(
          client,
          "DriverGrantBucketAccess",
          new Requests("S3")
              .grant("local/ba-training", "READ_WRITE", "local/" + REGISTRY, "local/" + BUCKET));
    } catch (StatusException e) {
      throw new IOException("the embedded store does not do: " + client.explain(e), e);
    }
  }

  private static JsonNode ask(ApiClient client, String method, String json) throws StatusException {
    return DriverCalls.of(client, Api.v1alpha2, method, json);
  }

  private static void write(Path directory, String name, JsonNode value) throws IOException {
    SecretFile.write(directory.resolve(name), Secret.of(value.asString()));
  }

  /** Returns the directory with the files of an access key to both buckets. */
  Path credentials() {
    return credentials;
  }

  /** Returns a field of this key. */
  String key(String field) throws IOException {
    return Files.readString(credentials.resolve(field)).strip();
  }

  /** Returns the server's URL. */
  String endpoint() {
    return endpoint;
  }

  @Override
  public void close() {
    driver.close();
  }
}
