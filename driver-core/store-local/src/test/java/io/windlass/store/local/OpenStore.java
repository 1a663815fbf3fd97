package io.windlass.store.local;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.store.s3.client.S3Key;
import io.windlass.testing.S3Clients;
import io.windlass.testing.UniqueName;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.s3.S3Client;

/** A local backend in a directory, and clients of its server as workloads have them. */
final class OpenStore implements AutoCloseable {
  private final Path directory;
  private final List<S3Client> clients = new ArrayList<>();
  private LocalBackend backend;

  OpenStore(Path directory) {
    this.directory = directory;
    this.backend = open(directory);
  }

  static LocalBackend open(Path directory) {
    return LocalBackend.open(LocalConfig.in(directory));
  }

  LocalBackend backend() {
    return backend;
  }

  Path directory() {
    return directory;
  }

  Path state() {
    return directory.resolve(".windlass");
  }

  /** Restarts the store, as a new process does; clients stay. */
  void restart() {
    backend.close();
    backend = open(directory);
  }

  URI endpoint() {
    return backend.locate("any").endpoint();
  }

  /** The ordinary client with a key that was handed out; it does not repeat what fails. */
  S3Client client(Credential credential) {
    S3Key key = S3Key.of(credential);
    S3Client client = S3Clients.client(endpoint(), key.accessKeyId(), key.secretAccessKey());
    clients.add(client);
    return client;
  }

  /** A client that may read and write all of the bucket. */
  S3Client writer(String bucket) {
    return client(grant(principal(grant(bucket, "", AccessMode.READ_WRITE))));
  }

  Credential grant(Principal principal) {
    KeyGeneration key = backend.access().generation(1);
    return backend.access().grant(principal, key, List.of()).credential();
  }

  static Principal principal(BucketGrant... grants) {
    return new Principal(UniqueName.of("account"), List.of(grants), Optional.empty());
  }

  static BucketGrant grant(String bucket, String prefix, AccessMode data) {
    return new BucketGrant(
        bucket, prefix, new AccessModes(data, AccessMode.ANY, AccessMode.ANY), Set.of());
  }

  @Override
  public void close() {
    clients.forEach(S3Client::close);
    backend.close();
  }
}
