package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.store.s3.S3Granted;
import io.windlass.store.s3.ScriptedServer;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Uploads that nobody ended. */
class LeftUploadsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** As MinIO does of an upload whose end its client did not live to hear. */
  @Test
  void anUploadThatIsNamedForEverIsAbortedOnce() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                ScriptedServer.uploads("over"),
                ScriptedServer.done(),
                ScriptedServer.uploads("over"));
        S3Granted open = server.open(PATIENCE, PATIENCE)) {
      assertThat(LeftUploads.abort(open.objects(), "", () -> {}, () -> false)).isTrue();
      assertThat(server.requests()).hasSize(2);
    }
  }
}
