package io.windlass.cli.demo;

import io.windlass.cosi.sanity.store.Proof;
import io.windlass.cosi.sanity.store.StoreAnswer;
import io.windlass.cosi.sanity.store.StoreAnswer.Verdict;
import io.windlass.cosi.sanity.store.StoreSession;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.BucketInfo;
import io.windlass.cosi.sanity.wire.WorkloadCredential;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Workload: a client of the store that knows only the driver's answer to a grant. */
final class Workload implements AutoCloseable {
  /** Longest time that one request may take. */
  static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static final int REPETITIONS = 2;

  /** Google: "typically 2 minutes, potentially 7 minutes or longer". */
  private static final Duration LATE_AT_GOOGLE = Duration.ofMinutes(10);

  private final String name;
  private final WorkloadCredential credential;
  private final Map<String, String> nodeSecrets;
  private final StoreSession client;

  private Workload(
      String name,
      WorkloadCredential credential,
      Map<String, String> nodeSecrets,
      StoreSession client) {
    this.name = name;
    this.credential = credential;
    this.nodeSecrets = nodeSecrets;
    this.client = client;
  }

  /**
   * Makes a workload.
   *
   * @param name for people
   * @param grant the answer to DriverGrantBucketAccess
   */
  static Workload of(String name, JsonNode grant, DemoStore store) {
    return switch (store.clients().protocol()) {
      case S3 -> onS3(name, grant, store);
      case AZURE -> onAzure(name, grant, store);
      case GCS -> onGoogle(name, grant, store);
    };
  }

  private static Workload onS3(String name, JsonNode grant, DemoStore store) {
    JsonNode where = grant.at("/buckets/0/bucket_info/s3");
    String style = where.at("/addressing_style/style").asString();
    WorkloadCredential.S3 key =
        new WorkloadCredential.S3(
            grant.at("/credentials/s3/access_key_id").asString(),
            grant.at("/credentials/s3/access_secret_key").asString());
    BucketInfo.S3 bucket =
        new BucketInfo.S3(
            where.path("bucket_id").asString(),
            where.path("endpoint").asString(),
            where.path("region").asString(),
            BucketInfo.Style.valueOf(style));
    Map<String, String> secrets =
        Map.of(
            "COSI_S3_BUCKET_ID", bucket.bucketId(),
            "COSI_S3_ENDPOINT", bucket.endpoint(),
            "COSI_S3_REGION", bucket.region(),
            "COSI_S3_ADDRESSING_STYLE", style.toLowerCase(Locale.ROOT),
            "COSI_S3_ACCESS_KEY_ID", key.accessKeyId(),
            "COSI_S3_ACCESS_SECRET_KEY", key.secretKey());
    return opened(name, key, List.of(bucket), secrets, store);
  }

  private static Workload onAzure(String name, JsonNode grant, DemoStore store) {
    WorkloadCredential.Azure token =
        new WorkloadCredential.Azure(grant.at("/credentials/azure/access_token").asString(), "");
    String account = grant.at("/buckets/0/bucket_info/azure/storage_account").asString();
    Map<String, String> secrets =
        Map.of(
            "COSI_AZURE_STORAGE_ACCOUNT", account, "COSI_AZURE_ACCESS_TOKEN", token.accessToken());
    return opened(name, token, List.of(new BucketInfo.Azure(account)), secrets, store);
  }

  private static Workload onGoogle(String name, JsonNode grant, DemoStore store) {
    JsonNode granted = grant.at("/credentials/gcs");
    WorkloadCredential.Gcs key =
        new WorkloadCredential.Gcs(
            granted.path("access_id").asString(),
            granted.path("access_secret").asString(),
            "",
            granted.path("service_account").asString());
    JsonNode where = grant.at("/buckets/0/bucket_info/gcs");
    BucketInfo.Gcs bucket =
        new BucketInfo.Gcs(
            where.path("project_id").asString(), where.path("bucket_name").asString());
    Map<String, String> secrets =
        new TreeMap<>(
            Map.of(
                "COSI_GCS_PROJECT_ID", bucket.projectId(),
                "COSI_GCS_BUCKET_NAME", bucket.bucketName(),
                "COSI_GCS_ACCESS_ID", key.accessId(),
                "COSI_GCS_ACCESS_SECRET", key.accessSecret()));
    // COSI has no field for it. The service needs none, an emulator does.
    store.endpoint().ifPresent(endpoint -> secrets.put("endpoint", endpoint));
    return opened(name, key, List.of(bucket), secrets, store);
  }

  private static Workload opened(
      String name,
      WorkloadCredential credential,
      List<BucketInfo> bucket,
      Map<String, String> secrets,
      DemoStore store) {
    Access access =
        new Access(
            "", List.of(new Access.GrantedBucket(name, bucket)), List.of(credential), List.of());
    return new Workload(
        name,
        credential,
        new TreeMap<>(secrets),
        store.clients().open(access, name, Proof.GRANTED));
  }

  String name() {
    return name;
  }

  /** Returns how long after a grant the store may still refuse what was granted. */
  Duration late() {
    return switch (credential.protocol()) {
      case S3, AZURE -> Duration.ZERO;
      case GCS -> LATE_AT_GOOGLE;
    };
  }

  /** Returns what must be in no log. */
  List<String> secrets() {
    return credential.secrets();
  }

  /** Returns the entries of the Secret that COSI makes of the grant, with the names of v1alpha2. */
  Map<String, String> nodeSecrets() {
    return nodeSecrets;
  }

  /** Returns whether both workloads have the same credential. */
  boolean hasKeyOf(Workload other) {
    return credential.equals(other.credential);
  }

  /** Request to the storage server. */
  interface Request {
    /** Makes the request; the detail of the answer is for people. */
    StoreAnswer send(StoreSession client);
  }

  /**
   * Sends a request. A refusal is an answer, too. Without an answer it is sent again, as most
   * clients do: the connection may be one to a server that was killed.
   */
  StoreAnswer send(Request request) {
    StoreAnswer answer = request.send(client);
    for (int again = 0; again < REPETITIONS && answer.verdict() == Verdict.UNCLEAR; again++) {
      answer = request.send(client);
    }
    return answer;
  }

  static Request put(String bucket, String key, String text) {
    return client -> shown(client.in(bucket).put(key, text), "done");
  }

  static Request get(String bucket, String key) {
    return client -> {
      StoreAnswer answer = client.in(bucket).get(key);
      return shown(answer, "\"" + answer.detail() + "\"");
    };
  }

  static Request list(String bucket) {
    return client -> {
      StoreAnswer answer = client.in(bucket).list();
      return shown(answer, "[" + answer.detail().replace(" ", ", ") + "]");
    };
  }

  static Request delete(String bucket, String key) {
    return client -> shown(client.in(bucket).delete(key), "done");
  }

  /** Says a success in these words; a refusal keeps the server's. */
  private static StoreAnswer shown(StoreAnswer answer, String text) {
    return answer.isAllowed() ? StoreAnswer.allowed(answer.operation(), text) : answer;
  }

  @Override
  public void close() {
    client.close();
  }
}
