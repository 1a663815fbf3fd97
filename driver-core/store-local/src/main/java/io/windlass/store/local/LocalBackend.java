package io.windlass.store.local;

import io.windlass.access.AccessAdmin;
import io.windlass.access.BucketLocation;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.backend.Timing;
import io.windlass.error.DriverException;
import io.windlass.store.Capabilities;
import io.windlass.store.ObjectStore;
import io.windlass.store.s3.S3Backend;
import io.windlass.store.s3.bucket.S3Extras;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Key;
import java.time.Clock;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/**
 * Object storage in a directory of this machine: an S3 server in this process, which workloads
 * reach like any other S3 server, with the S3 backend as its client. The content of the directory,
 * including access, survives a restart.
 *
 * <p>It is meant for trials and tests. Keys must be paths; a listing takes time and memory in
 * proportion to the objects below its prefix; and the server does not wait until objects are on
 * disk.
 */
public final class LocalBackend implements Backend {
  private final LocalServer server;
  private final S3Backend client;

  private LocalBackend(LocalServer server, S3Backend client) {
    this.server = server;
    this.client = client;
  }

  /**
   * Opens the directory and starts to serve it.
   *
   * @throws DriverException.InUse when another process serves the directory, or uses the port
   * @throws DriverException.InvalidArgument when the directory cannot hold objects
   * @throws DriverException.Unavailable when the directory cannot be read or written
   * @throws DriverException.Unsupported when S3Proxy is not on the class path
   */
  public static LocalBackend open(LocalConfig config) {
    LocalServer server;
    try {
      server = LocalServer.open(config, Clock.systemUTC());
    } catch (NoClassDefFoundError e) {
      throw new DriverException.Unsupported(
          "backend %s: a local backend needs S3Proxy (org.gaul:s3proxy) on the class path: add it"
              .formatted(config.name()),
          e);
    }
    S3Key root = server.root();
    S3Clients clients =
        S3Clients.open(
            connection(config, server),
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(root.accessKeyId(), root.secretAccessKey().reveal())));
    return new LocalBackend(
        server,
        new S3Backend(
            config.name(),
            clients,
            server.endpoint(),
            LocalServer.CAPABILITIES,
            server.access(),
            S3Extras.none()));
  }

  /** One attempt has as large a part of the time for a call as on other servers. */
  private static S3Connection connection(LocalConfig config, LocalServer server) {
    S3Connection usual =
        S3Connection.to(server.endpoint()).withRegion(config.region()).withTrailers();
    Duration attempt =
        config
            .callTimeout()
            .multipliedBy(usual.http().attemptTimeout().toMillis())
            .dividedBy(usual.http().callTimeout().toMillis());
    return usual.withTimeouts(config.callTimeout(), attempt);
  }

  @Override
  public String name() {
    return client.name();
  }

  @Override
  public Protocol protocol() {
    return client.protocol();
  }

  @Override
  public Capabilities capabilities() {
    return client.capabilities();
  }

  @Override
  public Timing timing() {
    return client.timing();
  }

  @Override
  public BucketAdmin buckets() {
    return client.buckets();
  }

  @Override
  public AccessAdmin access() {
    return client.access();
  }

  @Override
  public ObjectStore objects(String bucket) {
    return client.objects(bucket);
  }

  @Override
  public BucketLocation locate(String bucket) {
    return client.locate(bucket);
  }

  @Override
  public void ping() {
    client.ping();
  }

  /** Stops the server within a few seconds, and releases the directory. */
  @Override
  public void close() {
    try {
      client.close();
    } finally {
      server.close();
    }
  }
}
