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
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * Training of a driver: starts it and makes the usual calls. The driver uses an S3 server and does
 * not have the embedded server on its class path. A cache serves every class path that begins with
 * the one it was made with, so this cache serves both kinds of installation.
 */
record DriverTraining(Launcher launcher, ScratchDirectory place, ProgressDeadline deadline)
    implements Training {
  @Override
  public String of() {
    return "a driver";
  }

  @Override
  public void run(TrainingStore store, Path cache) throws IOException, InterruptedException {
    String endpoint = place.endpoint(Spec.COSI).replace("cosi.sock", "training.sock");
    try (Driver trained =
        Driver.start(launcher, place, Spec.COSI, endpoint, settings(store, cache), deadline)) {
      train(endpoint);
      // The JVM writes the cache when it exits.
      trained.stop(deadline);
    }
  }

  private Map<String, String> settings(TrainingStore store, Path cache) throws IOException {
    return Map.of(
        "WINDLASS_BACKENDS",
        "s3",
        "WINDLASS_S3_KIND",
        "s3",
        "WINDLASS_S3_FLAVOR",
        "minio",
        "WINDLASS_S3_ENDPOINT",
        store.endpoint(),
        "WINDLASS_S3_CREDENTIALS",
        store.credentials().toString(),
        "WINDLASS_S3_REGISTRY_BUCKET",
        TrainingStore.REGISTRY,
        "WINDLASS_KEYS",
        place.keys().toString(),
        "WINDLASS_JAVA_OPTS",
        "-XX:AOTCacheOutput=" + cache);
  }

  /** Makes the calls. A call that fails trains the JVM, too. */
  private static void train(String endpoint) {
    String bucket = "s3/" + TrainingStore.BUCKET;
    try (ApiClient client = new ApiClient(endpoint, TrainingStore.CALL)) {
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
          new Requests("S3").grant("s3/ba-training", "READ_WRITE", bucket));
      attempt(
          client,
          Api.v1alpha2,
          "DriverRevokeBucketAccess",
          new Requests("S3").revoke("s3/ba-training", bucket));
      attempt(client, Api.v1alpha2, "DriverDeleteBucket", Requests.bucket(bucket));
    }
  }

  private static void attempt(ApiClient client, Api api, String method, String json) {
    try {
      ObjectNode _ = DriverCalls.of(client, api, method, json);
    } catch (StatusException e) {
      // a failure trains the JVM, too
    }
  }
}
