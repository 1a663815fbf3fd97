package io.windlass.store.s3.object;

import io.windlass.error.StoreErrors;
import io.windlass.http.HttpAttempts;
import io.windlass.store.Capabilities;
import io.windlass.store.ObjectStore;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Errors;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.testing.Patience;
import io.windlass.testing.proxy.ScriptedServer;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;

/** The bucket named "bucket" of a scripted server, opened with a key that was granted. */
public final class S3Granted implements AutoCloseable {
  private final S3Clients clients;
  private final ObjectStore objects;

  private S3Granted(S3Clients clients, ObjectStore objects) {
    this.clients = clients;
    this.objects = objects;
  }

  /** Opens one on a server with time for a machine that stands still; nothing is sent yet. */
  static S3Granted open(ScriptedServer server) {
    return open(server, Patience.LONG, Patience.LONG);
  }

  /** The same with other limits of time. */
  static S3Granted open(ScriptedServer server, Duration call, Duration attempt) {
    return open(
        connection(server).withTimeouts(call, attempt), System::nanoTime, new S3Annotations(false));
  }

  /** The same on a server whose objects can have annotations. */
  static S3Granted openAnnotated(ScriptedServer server) {
    return open(connection(server), System::nanoTime, new S3Annotations(true));
  }

  /** The same by a clock that counts nanoseconds. */
  static S3Granted open(ScriptedServer server, LongSupplier clock) {
    return open(connection(server), clock, new S3Annotations(false));
  }

  /** How the server is reached, with time for a machine that stands still. */
  public static S3Connection connection(ScriptedServer server) {
    return S3Connection.to(server.endpoint()).withTimeouts(Patience.LONG, Patience.LONG);
  }

  private static S3Granted open(
      S3Connection connection, LongSupplier clock, S3Annotations annotations) {
    S3Clients clients =
        S3Clients.open(connection, () -> AwsBasicCredentials.create("scripted", "scripted-secret"));
    Capabilities capabilities = S3Capabilities.of(S3Flavor.NONE);
    StoreErrors errors = S3Errors.of(connection.endpoint().getAuthority());
    return new S3Granted(
        clients,
        new S3Store(
            new S3Bucket(
                clients,
                "bucket",
                capabilities,
                errors,
                new OddKeys(),
                new S3Tags(annotations::arePossible),
                annotations,
                new RefusedCopies(connection.maxConnections())),
            clock,
            new HttpAttempts(Duration.ofMillis(1))));
  }

  /** The bucket. */
  ObjectStore objects() {
    return objects;
  }

  /** What was found out about the server. */
  List<String> remarks() {
    return clients.remarks();
  }

  @Override
  public void close() {
    clients.close();
  }
}
