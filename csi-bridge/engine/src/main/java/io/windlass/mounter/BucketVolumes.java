package io.windlass.mounter;

import io.windlass.fs.Bounds;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.read.ReadEngine;
import io.windlass.proto.mounter.Keys;
import io.windlass.proto.mounter.Options;
import io.windlass.proto.mounter.S3;
import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Volume;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.Credential;
import io.windlass.store.s3.S3Backend;
import io.windlass.store.s3.S3Connection;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** Opens volumes over buckets. All of them read with the same memory. */
final class BucketVolumes implements VolumeOpener {
  /** How long it is believed that a name does not exist, at most. */
  private static final Duration NEGATIVE_TTL = Duration.ofSeconds(5);

  /** What errors call the server. */
  private static final String NAME = "mount";

  private final ReadEngine engine;

  BucketVolumes(ReadEngine engine) {
    this.engine = engine;
  }

  @Override
  public OpenVolume open(Volume volume, Path state) throws IOException {
    return switch (volume.getSource().getStoreCase()) {
      case S3 -> {
        AtomicReference<S3> store = new AtomicReference<>(volume.getSource().getS3());
        S3Backend backend = backend(store);
        try {
          yield BucketVolume.open(
              volume,
              backend,
              store,
              options(volume.getSource(), volume.getOptions()),
              state,
              engine);
        } catch (IOException | RuntimeException e) {
          backend.close();
          throw e;
        }
      }
      case STORE_NOT_SET ->
          throw new IOException(
              "volume %s is of a kind that this mounter does not know: upgrade it"
                  .formatted(volume.getId()));
    };
  }

  /** Its key may change while it is used. */
  private static S3Backend backend(AtomicReference<S3> store) {
    S3 s3 = store.get();
    S3Connection connection =
        S3Connection.to(URI.create(s3.getEndpoint()))
            .withRegion(s3.getRegion())
            .withPathStyle(s3.getPathStyle());
    if (!s3.getCaCertificate().isEmpty()) {
      connection = connection.withCaCertificate(Path.of(s3.getCaCertificate()));
    }
    return switch (s3.getCredentialsCase()) {
      case DIRECTORY ->
          S3Backend.forData(NAME, connection, new SecretDirectory(Path.of(s3.getDirectory())));
      case KEYS -> S3Backend.forData(NAME, connection, () -> key(store.get().getKeys()));
      case CREDENTIALS_NOT_SET ->
          throw new IllegalArgumentException("the volume comes without credentials");
    };
  }

  private static Credential.S3 key(Keys keys) {
    return new Credential.S3(keys.getAccessKeyId(), Secret.of(keys.getSecretAccessKey()));
  }

  private static VolumeOptions options(Source source, Options options) {
    Duration ttl = Duration.ofMillis(options.getMetadataTtlMs());
    return VolumeOptions.DEFAULT
        .withPrefix(source.getPrefix())
        .withOwner(options.getUid(), options.getGid())
        .withModes(options.getFileMode(), options.getDirectoryMode())
        .withTtl(ttl, ttl.compareTo(NEGATIVE_TTL) < 0 ? ttl : NEGATIVE_TTL)
        .withReadOnly(options.getReadOnly())
        .withObjectMetadata(options.getObjectMetadata())
        .withBounds(bounds(options));
  }

  static Bounds bounds(Options options) {
    return new Bounds(
        options.getCounted(), options.getCapacityBytes(), options.getCapacityObjects());
  }
}
