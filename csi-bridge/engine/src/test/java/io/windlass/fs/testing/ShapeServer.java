package io.windlass.fs.testing;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.ObjectStore;
import io.windlass.store.azure.AzureBackends;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.store.memory.MemoryStore;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A server of one {@link Shape}, which makes as many stores as a test asks for. */
public final class ShapeServer implements AutoCloseable {
  private final Shape shape;
  private final Optional<Cloud> cloud;
  private final AtomicInteger buckets = new AtomicInteger();

  /** The driver's own backend, and the fake that it talks to. */
  private record Cloud(Backend backend, Runnable fake) {}

  private ShapeServer(Shape shape, Optional<Cloud> cloud) {
    this.shape = shape;
    this.cloud = cloud;
  }

  /**
   * Starts a server.
   *
   * @param scratch for the credential of a fake
   */
  public static ShapeServer start(Shape shape, Path scratch) {
    try {
      Path secrets = Files.createDirectories(scratch.resolve("key-of-" + shape));
      return new ShapeServer(
          shape,
          switch (shape) {
            case MEMORY -> Optional.empty();
            case AZURE -> Optional.of(azure(AccountSettings.FLAT, secrets));
            case AZURE_DIRECTORIES ->
                Optional.of(azure(AccountSettings.FLAT.withDirectories(), secrets));
            case GOOGLE, GOOGLE_DIRECTORIES -> Optional.of(google(secrets));
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Cloud azure(AccountSettings settings, Path secrets) throws IOException {
    FakeAzure fake = new FakeAzure();
    return new Cloud(AzureBackends.open(fake.add("shape", settings), secrets), fake::close);
  }

  private static Cloud google(Path secrets) throws IOException {
    // Random programs write names again all the time, and would only take longer.
    FakeGcs fake = new FakeGcs("project").writesAtAnyRate();
    Files.writeString(secrets.resolve("credentials.json"), fake.credentials(fake.administrator()));
    GcsConnection connection =
        GcsConnection.to(fake.storage(), fake.project()).withTimeouts(Patience.LONG, Patience.LONG);
    return new Cloud(
        GcsBackend.open("google", connection, Optional.of(new SecretDirectory(secrets))),
        fake::close);
  }

  /** Returns an empty store. One in memory refuses smaller parts; fakes take parts of any size. */
  public ObjectStore open(long minPartBytes) {
    if (cloud.isEmpty()) {
      return MemoryStore.of(minPartBytes);
    }
    Backend backend = cloud.get().backend();
    String bucket = "bucket-" + buckets.incrementAndGet();
    backend
        .buckets()
        .create(
            bucket,
            BucketSettings.DEFAULT.withHierarchicalNamespace(shape == Shape.GOOGLE_DIRECTORIES));
    return backend.objects(bucket);
  }

  @Override
  public void close() {
    cloud.ifPresent(running -> {
      running.backend().close();
      running.fake().run();
    });
  }
}
