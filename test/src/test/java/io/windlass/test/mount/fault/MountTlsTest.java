package io.windlass.test.mount.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.mount.Bytes;
import io.windlass.test.mount.MountedBucket;
import io.windlass.test.mount.TestBucket;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Buckets behind TLS: what is sent is signed otherwise there, and somebody has to be trusted. */
@RealServer(MinioServer.class)
@LongForm(
    gate = {"S3ErrorsTest.whatIsNotTrustedSaysWhatToDo", "MountCommandTest"},
    reason = "the same through TLS, which is a matter of the store")
class MountTlsTest {
  private static final int LARGE = 20_000_000;

  @TempDir Path scratch;

  private TestCertificate certificate;

  @BeforeEach
  void certificate() throws Exception {
    certificate = TestCertificate.make(scratch);
  }

  @Test
  void whatIsTrustedIsMountedAndWritten(MinioServer server) throws IOException {
    byte[] large = Bytes.of(1, LARGE);
    try (TcpProxy tls = new TcpProxy(server, certificate);
        TestBucket bucket = new TestBucket(server, scratch)) {
      bucket.put("before", large);
      try (MountedBucket mounted =
          MountedBucket.mount(
              tls.server(),
              bucket.uri(),
              scratch,
              "--ca-certificate",
              certificate.pem().toString())) {
        assertThat(Files.readAllBytes(mounted.directory().resolve("before"))).isEqualTo(large);
        mounted.killMounter();
        byte[] other = Bytes.of(2, LARGE);
        Files.write(mounted.directory().resolve("large"), other);
        Files.writeString(mounted.directory().resolve("small"), "small");
        assertThat(bucket.bytes("large")).isEqualTo(other);
        assertThat(bucket.text("small")).isEqualTo("small");
        assertThat(tls.bytes()).isGreaterThan(2L * LARGE);
      }
    }
  }

  @Test
  void whatIsNotTrustedIsNotMounted(MinioServer server) throws IOException {
    try (TcpProxy tls = new TcpProxy(server, certificate);
        TestBucket bucket = new TestBucket(server, scratch)) {
      assertThat(MountedBucket.refusal(tls.server(), bucket.uri(), scratch))
          .contains("not mounted", "certificate is not trusted", "--ca-certificate");
    }
  }
}
