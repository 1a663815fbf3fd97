package io.windlass.store.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies that arrive as something else than what was to be sent, on the FAKE Azure. */
class FakeAzureChecksumTest {
  private static final int LENGTH = 100_000;

  private final FakeAzure fake = new FakeAzure();
  private final AzureBackend backend;
  private final ObjectStore store;

  FakeAzureChecksumTest(@TempDir Path directory) throws IOException {
    this.backend = FakeBackends.open(fake.add("checksums", AccountSettings.FLAT), directory);
    this.store = backend.objects("checksums");
  }

  @BeforeEach
  void create() {
    backend.buckets().create("checksums", BucketSettings.DEFAULT);
  }

  @AfterEach
  void close() {
    backend.close();
    fake.close();
  }

  /** Is whole when it is read for the first time, and has a wrong bit whenever it is sent. */
  private static Content corrupted() {
    AtomicInteger opened = new AtomicInteger();
    return new Content() {
      @Override
      public long length() {
        return LENGTH;
      }

      @Override
      public ReadableByteChannel open() {
        byte[] bytes = new byte[LENGTH];
        bytes[LENGTH / 2] = (byte) (opened.getAndIncrement() == 0 ? 0 : 1);
        return Channels.newChannel(new ByteArrayInputStream(bytes));
      }
    };
  }

  @Test
  void aBlobThatArrivesCorruptedIsNotWritten() {
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> store.put("key", corrupted(), PutOptions.DEFAULT))
        .withMessageContaining("Md5Mismatch");
    assertThatExceptionOfType(DriverException.NotFound.class).isThrownBy(() -> store.head("key"));
  }

  @Test
  void aBlockThatArrivesCorruptedIsNotWritten() {
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> uploads.send(upload, 1, corrupted()))
        .withMessageContaining("Md5Mismatch");
    assertThat(uploads.parts(upload, Optional.empty()).items()).isEmpty();
    var part = uploads.send(upload, 1, Content.of(new byte[LENGTH]));
    uploads.complete(upload, List.of(part), Condition.always());
    assertThat(store.head("key").size()).isEqualTo(LENGTH);
  }
}
