package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What POSIX says of each call, errno by errno, holds on a mount as on a local disk, but for what
 * {@code posix/__main__.py} says that a bucket cannot do. Says each case that is not as it is said
 * there, and runs on a local disk too, since a case that fails there is no good.
 */
@RealServer({MinioServer.class, AzuriteServer.class})
class PosixTest {
  private static final Path CASES = Path.of("src/test/posix");

  @TempDir Path scratch;

  @Test
  void theCasesAreRight() throws IOException {
    run(Files.createDirectory(scratch.resolve("local")), "local", "");
  }

  @Test
  void aMountDoesAsPosixSays(MinioServer server) throws IOException {
    onMount(new TestBucket(server, scratch), "bucket");
  }

  @Test
  @LongForm(gate = "PosixTest.aMountDoesAsPosixSays", reason = "the same on another server")
  void aMountOfAzureDoesAsPosixSays(AzuriteServer server) throws IOException {
    onMount(TestBucket.container(server), "azure");
  }

  @Test
  @LongForm(gate = "PosixTest.aMountDoesAsPosixSays", reason = "the same on another server")
  void aMountOfGoogleDoesAsPosixSaysOnAFake() throws IOException {
    onMount(TestBucket.google(scratch), "google");
  }

  private void onMount(TestBucket made, String kind) throws IOException {
    try (TestBucket bucket = made;
        MountedBucket mounted = bucket.mount(scratch)) {
      run(Files.createDirectory(mounted.directory().resolve("posix")), kind, mounted.log());
      assertThat(mounted.log()).doesNotContain("because of a defect");
    }
  }

  private static void run(Path directory, String kind, String log) {
    Outcome outcome =
        Launch.of(List.of("python3", "-B", CASES.toString(), directory.toString(), kind)).run();
    System.out.print(outcome.out());
    assertThat(outcome.status()).as(outcome.out() + outcome.err() + log).isZero();
  }
}
