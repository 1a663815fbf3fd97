package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.Programs;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * pjdfstest, the suite by which file systems show that they do as POSIX says, whole. The cases that
 * a bucket cannot pass are in {@code pjdfstest.toml}, each with its reason: any other one that
 * fails is a failure, and so is one of these that passes.
 */
@LongForm(gate = "PosixTest", reason = "a suite of hundreds of cases that is built from source")
@RealServer({MinioServer.class, AzuriteServer.class})
class PjdfstestTest {
  private static final Path LIMITS = Path.of("src/test/posix/pjdfstest.toml");

  @TempDir Path scratch;

  @Test
  void aMountDoesAsPosixSays(MinioServer server) throws IOException {
    run(new TestBucket(server, scratch));
  }

  @Test
  void aMountOfAzureDoesAsPosixSays(AzuriteServer server) throws IOException {
    run(TestBucket.container(server));
  }

  @Test
  void aMountOfGoogleDoesAsPosixSaysOnAFake() throws IOException {
    run(TestBucket.google(scratch));
  }

  private void run(TestBucket made) throws IOException {
    Path suite = Programs.require("pjdfstest");
    // The suite goes there as other users, too.
    Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (TestBucket bucket = made;
        MountedBucket mounted = bucket.mount(scratch)) {
      Outcome outcome =
          Launch.of(
                  List.of(
                      suite.toString(),
                      "--configuration-file",
                      LIMITS.toAbsolutePath().toString(),
                      "--path",
                      mounted.directory().toString()))
              .run();
      System.out.print(outcome.out());
      assertThat(outcome.status()).as(outcome.out() + outcome.err() + mounted.log()).isZero();
      assertThat(mounted.log()).doesNotContain("because of a defect");
    }
  }
}
