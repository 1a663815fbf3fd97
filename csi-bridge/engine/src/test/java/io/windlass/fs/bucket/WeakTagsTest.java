package io.windlass.fs.bucket;

import static io.windlass.fs.bucket.FileCalls.WRITE;
import static io.windlass.fs.bucket.FileCalls.close;
import static io.windlass.fs.bucket.FileCalls.rename;
import static io.windlass.fs.bucket.FileCalls.write;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.fs.FileSystem;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.secret.Keyring;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.s3.MinioBackends;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import io.windlass.testing.proxy.Intermediary;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gateway before MinIO that marks ETags as weak, as nginx does where it may compress (its module
 * ngx_http_gzip_filter_module, since 1.7.3), and passes on conditions as they are.
 */
@RealServer(MinioServer.class)
class WeakTagsTest {
  private final MinioServer server;

  WeakTagsTest(MinioServer server) {
    this.server = server;
  }

  private void serve(Socket client) throws IOException {
    URI to = server.endpoint();
    try (Socket behind = new Socket(to.getHost(), to.getPort())) {
      Intermediary.send(behind, Intermediary.only(Intermediary.head(client.getInputStream())));
      Thread.ofVirtual().start(() -> pass(client, behind));
      String head;
      do {
        head = Intermediary.head(behind.getInputStream());
        Intermediary.send(client, head.replaceAll("(?i)\r\nETag: \"", "\r\nETag: W/\""));
      } while (head.startsWith("HTTP/1.1 100 "));
      long _ = behind.getInputStream().transferTo(client.getOutputStream());
    }
  }

  private static void pass(Socket from, Socket to) {
    try {
      long _ = from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // The connection has ended.
    }
  }

  @Test
  void filesAreRenamedAndChanged(@TempDir Path directory) throws IOException {
    Keyring keyring = Keyring.parse(Keyring.generate());
    String bucket = UniqueName.of("weak");
    try (Intermediary gateway = Intermediary.start("weak-tags", this::serve);
        Backend backend =
            MinioBackends.patient(
                new MinioServer(
                    gateway.url(), server.rootAccessKey(), server.rootSecret(), server.kmsKeyId()),
                directory.resolve("secret"),
                () -> keyring);
        ReadEngine engine =
            new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty())) {
      backend.buckets().create(bucket, BucketSettings.DEFAULT);
      ObjectStore store = backend.objects(bucket);
      for (String key : List.of("file", "folder/file")) {
        store.put(key, Content.of("1234".getBytes(UTF_8)), PutOptions.DEFAULT);
      }
      try (Volume volume =
          new Volume(
              store,
              VolumeOptions.DEFAULT.withObjectMetadata(true),
              directory.resolve("state"),
              Optional.of(directory.resolve("staging")),
              engine,
              backend.capabilities())) {
        rename(volume, "file", "renamed", volume.request());
        volume
            .fs()
            .rename(FileSystem.ROOT, "renamed", FileSystem.ROOT, "free", false, volume.request())
            .await();
        rename(volume, "folder", "other", volume.request());
        long handle = FileCalls.open(volume, "free", WRITE);
        write(volume, handle, "ab");
        close(volume, handle);

        assertThat(store.head("free").size()).isEqualTo(4);
        assertThat(store.head("other/file").revision().token()).startsWith("\"");
        volume.forgetAll();
      } finally {
        store.deleteAll(
            store.list(ListOptions.prefix(""), Optional.empty()).items().stream()
                .map(entry -> ObjectId.of(entry.key()))
                .toList());
        backend.buckets().delete(bucket);
      }
    }
  }
}
