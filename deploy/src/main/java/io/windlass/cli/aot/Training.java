package io.windlass.cli.aot;

import com.google.protobuf.Descriptors.MethodDescriptor;
import io.grpc.StatusException;
import io.windlass.cli.call.Api;
import io.windlass.cli.call.ApiClient;
import io.windlass.cli.call.Requests;
import io.windlass.cli.scratch.Driver;
import io.windlass.cli.scratch.Launcher;
import io.windlass.cli.scratch.Place;
import io.windlass.cli.scratch.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run that shows the JVM what a driver does when it starts and is called. It is one over an S3
 * server, without the embedded server on its class path: a cache serves every class path that
 * begins with the one it was made with, so this one serves both kinds of installation. Its S3
 * server is the embedded one of another driver.
 */
final class Training {
  private static final Duration CALL = Duration.ofSeconds(30);

  /** The JVM writes the cache when it exits. */
  private static final Duration WRITING = Duration.ofMinutes(3);

  private static final String REGISTRY = "bc-registry";
  private static final String BUCKET = "bc-training";

  private final Launcher launcher;
  private final Place place;

  Training(Launcher launcher, Place place) {
    this.launcher = launcher;
    this.place = place;
  }

  /** Has the JVM of a driver write its cache to a file. */
  void run(Path cache) throws IOException, InterruptedException {
    try (Driver _ = Driver.start(launcher, place, Spec.COSI);
        ApiClient client = new ApiClient(place.endpoint(Spec.COSI), CALL)) {
      JsonNode grant = bucketsAndKey(client);
      String endpoint = place.endpoint(Spec.COSI).replace("cosi.sock", "training.sock");
      try (Driver trained =
          Driver.start(launcher, place, Spec.COSI, endpoint, settings(grant, cache))) {
        train(endpoint);
        trained.stop(WRITING);
      }
    }
  }

  /** A key to two buckets: the driver in training keeps its records in one, and finds the other. */
  private static JsonNode bucketsAndKey(ApiClient client) throws IOException {
    try {
      for (String bucket : List.of(REGISTRY, BUCKET)) {
        call(
            client,
            Api.v1alpha2,
            "DriverCreateBucket",
            Requests.createBucket("local/" + bucket, ""));
      }
      return call(
          client,
          Api.v1alpha2,
          "DriverGrantBucketAccess",
          Requests.grant(
              "local/ba-training", "READ_WRITE", "local/" + REGISTRY, "local/" + BUCKET));
    } catch (StatusException e) {
      throw new IOException("the embedded store does not do: " + client.explain(e), e);
    }
  }

  private Map<String, String> settings(JsonNode grant, Path cache) throws IOException {
    JsonNode key = grant.at("/credentials/s3");
    Path credentials = Files.createDirectory(place.directory().resolve("key"));
    Files.writeString(credentials.resolve("accessKeyId"), key.path("access_key_id").asString());
    Files.writeString(
        credentials.resolve("secretAccessKey"), key.path("access_secret_key").asString());
    return Map.of(
        "WINDLASS_BACKENDS",
        "s3",
        "WINDLASS_S3_KIND",
        "s3",
        "WINDLASS_S3_FLAVOR",
        "minio",
        "WINDLASS_S3_ENDPOINT",
        grant.at("/buckets/0/bucket_info/s3/endpoint").asString(),
        "WINDLASS_S3_CREDENTIALS",
        credentials.toString(),
        "WINDLASS_S3_REGISTRY_BUCKET",
        REGISTRY,
        "WINDLASS_KEYS",
        place.keys().toString(),
        "WINDLASS_JAVA_OPTS",
        "-XX:AOTCacheOutput=" + cache);
  }

  /** What the server refuses trains as well as what it grants. */
  private static void train(String endpoint) {
    String bucket = "s3/" + BUCKET;
    try (ApiClient client = new ApiClient(endpoint, CALL)) {
      attempt(client, Api.v1alpha1, "DriverGetInfo", "{}");
      attempt(client, Api.v1alpha2, "DriverGetInfo", "{}");
      attempt(client, Api.v1alpha1, "DriverCreateBucket", "{\"name\": \"bc-training\"}");
      attempt(
          client, Api.v1alpha2, "DriverGenerateBucketId", Requests.generateBucketId("bc-training"));
      attempt(client, Api.v1alpha2, "DriverCreateBucket", Requests.createBucket(bucket, ""));
      attempt(client, Api.v1alpha2, "DriverGetBucket", Requests.bucket(bucket));
      attempt(
          client,
          Api.v1alpha2,
          "DriverGrantBucketAccess",
          Requests.grant("s3/ba-training", "READ_WRITE", bucket));
      attempt(
          client,
          Api.v1alpha2,
          "DriverRevokeBucketAccess",
          Requests.revoke("s3/ba-training", bucket));
      attempt(client, Api.v1alpha2, "DriverDeleteBucket", Requests.bucket(bucket));
    }
  }

  private static void attempt(ApiClient client, Api api, String method, String json) {
    try {
      ObjectNode _ = call(client, api, method, json);
    } catch (StatusException e) {
      // an answer too
    }
  }

  private static ObjectNode call(ApiClient client, Api api, String method, String json)
      throws StatusException {
    MethodDescriptor called = api.method(method).orElseThrow();
    return client.call(called, ApiClient.request(called, json));
  }
}
