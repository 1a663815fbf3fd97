package io.windlass.cli.demo;

import io.windlass.secret.Secret;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;
import tools.jackson.databind.JsonNode;

/** Workload: an S3 client that knows only the driver's answer to a grant. */
final class Workload implements AutoCloseable {
  private final String name;
  private final String accessKeyId;
  private final Secret secretAccessKey;
  private final Map<String, String> nodeSecrets;
  private final S3Client s3;

  /**
   * Makes a workload.
   *
   * @param name for people
   * @param grant the answer to DriverGrantBucketAccess
   */
  Workload(String name, JsonNode grant) {
    JsonNode key = grant.at("/credentials/s3");
    JsonNode where = grant.at("/buckets/0/bucket_info/s3");
    this.name = name;
    this.accessKeyId = key.path("access_key_id").asString();
    this.secretAccessKey = Secret.of(key.path("access_secret_key").asString());
    this.nodeSecrets =
        new TreeMap<>(
            Map.of(
                "COSI_S3_BUCKET_ID", where.path("bucket_id").asString(),
                "COSI_S3_ENDPOINT", where.path("endpoint").asString(),
                "COSI_S3_REGION", where.path("region").asString(),
                "COSI_S3_ADDRESSING_STYLE",
                    where.at("/addressing_style/style").asString().toLowerCase(Locale.ROOT),
                "COSI_S3_ACCESS_KEY_ID", accessKeyId,
                "COSI_S3_ACCESS_SECRET_KEY", secretAccessKey.reveal()));
    this.s3 =
        S3Client.builder()
            .httpClientBuilder(Apache5HttpClient.builder())
            .endpointOverride(URI.create(where.path("endpoint").asString()))
            .region(Region.of(where.path("region").asString()))
            .forcePathStyle(where.at("/addressing_style/style").asString().equals("PATH"))
            .credentialsProvider(
                StaticCredentialsProvider.create(
                    AwsBasicCredentials.create(accessKeyId, secretAccessKey.reveal())))
            .build();
  }

  String name() {
    return name;
  }

  Secret secret() {
    return secretAccessKey;
  }

  /** Returns the entries of the Secret that COSI makes of the grant, with the names of v1alpha2. */
  Map<String, String> nodeSecrets() {
    return nodeSecrets;
  }

  /** Returns whether both workloads have the same access key. */
  boolean hasKeyOf(Workload other) {
    return accessKeyId.equals(other.accessKeyId) && secretAccessKey.equals(other.secretAccessKey);
  }

  /** Request to the S3 server. */
  interface Request {
    /**
     * Makes the request, and returns the status and the essence of the answer, like {@code 200
     * "text"}.
     */
    String send(S3Client s3);
  }

  /**
   * Sends a request. A refusal is a result, too: status and error code, like {@code 403
   * AccessDenied}.
   */
  String send(Request request) {
    try {
      return request.send(s3);
    } catch (S3Exception e) {
      return e.statusCode() + " " + e.awsErrorDetails().errorCode();
    }
  }

  static Request put(String bucket, String key, String text) {
    return s3 -> {
      s3.putObject(put -> put.bucket(bucket).key(key), RequestBody.fromString(text));
      return "200";
    };
  }

  static Request get(String bucket, String key) {
    return s3 ->
        "200 \"%s\""
            .formatted(
                s3.getObjectAsBytes(get -> get.bucket(bucket).key(key))
                    .asString(StandardCharsets.UTF_8));
  }

  static Request list(String bucket) {
    return s3 ->
        s3.listObjectsV2(list -> list.bucket(bucket)).contents().stream()
            .map(S3Object::key)
            .collect(Collectors.joining(", ", "200 [", "]"));
  }

  static Request delete(String bucket, String key) {
    return s3 -> {
      s3.deleteObject(delete -> delete.bucket(bucket).key(key));
      return "204";
    };
  }

  @Override
  public void close() {
    s3.close();
  }
}
