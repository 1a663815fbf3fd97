package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.FileCalls.WRITE;
import static io.windlass.fs.bucket.FileCalls.close;
import static io.windlass.fs.bucket.FileCalls.fails;
import static io.windlass.fs.bucket.FileCalls.mode;
import static io.windlass.fs.bucket.FileCalls.rename;
import static io.windlass.fs.bucket.FileCalls.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.access.AccessAdmin;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.backend.Backend;
import io.windlass.fs.FileSystem;
import io.windlass.fs.VolumeOptions;
import io.windlass.linux.Errno;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.secret.Keyring;
import io.windlass.store.contract.PropertiesContract;
import io.windlass.store.s3.MinioBackends;
import io.windlass.store.s3.S3Backend;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Key;
import io.windlass.testing.MinioServer;
import io.windlass.testing.Patience;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

@RealServer(MinioServer.class)
class MinioKeptPropertiesTest extends KeptPropertiesContract {
  private final MinioServer server;
  private final Keyring keyring = Keyring.parse(Keyring.generate());

  MinioKeptPropertiesTest(MinioServer server) {
    this.server = server;
  }

  @Override
  Backend open(Path secrets) {
    return MinioBackends.patient(server, secrets, () -> keyring);
  }

  @Override
  Map<String, String> opaque() {
    return Map.of(
        "x-amz-storage-class",
        "REDUCED_REDUNDANCY",
        "x-amz-server-side-encryption",
        "aws:kms",
        "x-amz-server-side-encryption-aws-kms-key-id",
        "arn:aws:kms:" + server.kmsKeyId());
  }

  /** Who may write objects, and not read their tags. */
  private Principal writer() {
    AccessModes data = new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY);
    BucketGrant grant = new BucketGrant(store().bucket(), "", data, Set.of());
    return new Principal(UniqueName.of("ba"), List.of(grant), Optional.empty());
  }

  @Test
  void whatMayNotBeReadIsNotLostUnawares() {
    Principal writer = writer();
    AccessAdmin access = backend().access();
    KeyGeneration generation = access.generation(1);
    S3Key key = S3Key.of(access.grant(writer, generation, List.of()).credential());
    S3Connection connection =
        S3Connection.to(server.endpoint()).withTimeouts(Patience.LONG, Patience.LONG);
    put("f", all());
    put("folder/f", all());
    ObjectInfo before = store().head("f");
    try (S3Backend own = S3Backend.forData("mount", connection, () -> key)) {
      VolumeOptions options = VolumeOptions.DEFAULT.withObjectMetadata(true);
      try (Volume volume = mount(own.objects(store().bucket()), options)) {
        long node = volume.lookup(FileSystem.ROOT, "f").orElseThrow().id();
        fails(Errno.EACCES, () -> FileCalls.open(volume, "f", WRITE));
        fails(Errno.EACCES, () -> volume.fs().setattr(node, mode(0600)).await());
        fails(
            Errno.EACCES,
            () ->
                volume
                    .fs()
                    .rename(FileSystem.ROOT, "f", FileSystem.ROOT, "g", false, volume.request())
                    .await());
        assertThat(store().head("f").lastModified()).isEqualTo(before.lastModified());
        assertThat(volume.lookup(FileSystem.ROOT, "g")).isEmpty();
        // The server copies the tags itself.
        rename(volume, "folder", "other", volume.request());
        PropertiesContract.assertHas(store(), "other/f", all());
        volume.forgetAll();
      }
      try (Volume volume = mount(own.objects(store().bucket()), options.withDropsTags(true))) {
        long handle = FileCalls.open(volume, "f", WRITE);
        write(volume, handle, "abc");
        close(volume, handle);
        ObjectProperties withoutTags = all().withTags(Map.of());
        PropertiesContract.assertHas(store(), "f", withoutTags);
        put("f2", all());
        volume
            .fs()
            .rename(FileSystem.ROOT, "f2", FileSystem.ROOT, "g", false, volume.request())
            .await();
        PropertiesContract.assertHas(store(), "g", withoutTags);
        volume.forgetAll();
      }
    } finally {
      access.revoke(writer, List.of(IssuedKey.unknown(generation)));
    }
  }
}
