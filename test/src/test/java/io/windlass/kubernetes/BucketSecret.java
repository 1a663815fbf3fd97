package io.windlass.kubernetes;

import io.windlass.secret.Secret;
import io.windlass.testing.S3Clients;
import java.net.URI;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What COSI writes into the Secret of an access.
 *
 * @param endpoint where the bucket is
 */
record BucketSecret(URI endpoint, String bucket, String keyId, Secret key) {

  /** Reads a Secret as the sidecar of v1alpha2 writes it. */
  static BucketSecret v1Alpha2(Kubectl kubectl, String name) {
    return new BucketSecret(
        URI.create(kubectl.secret(name, "COSI_S3_ENDPOINT")),
        kubectl.secret(name, "COSI_S3_BUCKET_ID"),
        kubectl.secret(name, "COSI_S3_ACCESS_KEY_ID"),
        Secret.of(kubectl.secret(name, "COSI_S3_ACCESS_SECRET_KEY")));
  }

  /** Reads a Secret as the sidecar of v1alpha1 writes it. */
  static BucketSecret v1Alpha1(Kubectl kubectl, String name) {
    JsonNode spec =
        JsonMapper.shared().readTree(kubectl.secret(name, "BucketInfo")).required("spec");
    JsonNode s3 = spec.required("secretS3");
    return new BucketSecret(
        URI.create(s3.required("endpoint").asString()),
        spec.required("bucketName").asString(),
        s3.required("accessKeyID").asString(),
        Secret.of(s3.required("accessSecretKey").asString()));
  }

  /** Returns the client of a workload that has this Secret. */
  S3Client client() {
    return S3Clients.client(endpoint, keyId, key);
  }

  /** Removes the object that {@link #writeAndRead} wrote. */
  void remove() {
    try (S3Client client = client()) {
      client.deleteObject(r -> r.bucket(bucket).key("greeting"));
    }
  }

  /** Writes an object and reads it. */
  String writeAndRead(String content) {
    try (S3Client client = client()) {
      client.putObject(r -> r.bucket(bucket).key("greeting"), RequestBody.fromString(content));
      return client.getObjectAsBytes(r -> r.bucket(bucket).key("greeting")).asUtf8String();
    }
  }
}
