package io.windlass.store.s3.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.store.s3.object.S3Granted;
import io.windlass.testing.proxy.ScriptedServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;

/** What the clients hold on to. */
class S3ClientsTest {
  private static final int CALLS = 10;

  /** They would be kept for as long as the call may take: thousands, while many are made. */
  @Test
  void noTimersAreLeftOfCallsThatWereAnswered() throws IOException {
    CompletableFuture<S3Clients> asking = new CompletableFuture<>();
    List<Integer> meanwhile = Collections.synchronizedList(new ArrayList<>());
    AwsCredentials credentials = AwsBasicCredentials.create("scripted", "scripted-secret");
    try (ScriptedServer server =
            new ScriptedServer(exchange -> {
              meanwhile.add(asking.join().timersSet());
              exchange.sendResponseHeaders(200, -1);
            });
        S3Clients clients = S3Clients.open(S3Granted.connection(server), () -> credentials)) {
      asking.complete(clients);
      for (int call = 0; call < CALLS; call++) {
        clients.calls().headBucket(bucket -> bucket.bucket("bucket"));
        clients.slow().headBucket(bucket -> bucket.bucket("bucket"));
      }
      assertThat(meanwhile).hasSize(2 * CALLS).containsOnly(2);
      assertThat(clients.timersSet()).isZero();
    }
  }
}
