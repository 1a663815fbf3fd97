package io.windlass.kubernetes;

import io.windlass.secret.Secret;
import io.windlass.testing.S3Clients;
import java.net.URI;
import java.util.List;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Bucket;

/** The object store, as its administrator sees it. */
final class Store {
  /** Returns the names of all buckets. */
  List<String> buckets() {
    try (S3Client client = client()) {
      return client.listBuckets().buckets().stream().map(Bucket::name).toList();
    }
  }

  /** Returns the content of an object. */
  String content(String bucket, String key) {
    try (S3Client client = client()) {
      return client.getObjectAsBytes(r -> r.bucket(bucket).key(key)).asUtf8String();
    }
  }

  private static S3Client client() {
    return S3Clients.client(
        URI.create(Cluster.MINIO), Cluster.MINIO_USER, Secret.of(Cluster.MINIO_SECRET));
  }
}
