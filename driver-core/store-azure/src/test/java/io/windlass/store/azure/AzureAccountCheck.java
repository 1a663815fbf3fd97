package io.windlass.store.azure;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.store.contract.Pages;
import io.windlass.store.contract.TestBucket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Looks at the account that {@code test/azure/run} was given, before and after the tests. No test
 * of the build: it removes all that is in the account.
 */
@TestInstance(Lifecycle.PER_CLASS)
class AzureAccountCheck {
  private Backend backend;

  @BeforeAll
  void open(@TempDir Path directory) {
    backend = AzureAccount.given().open(directory);
  }

  @AfterAll
  void close() {
    backend.close();
  }

  private List<String> containers() {
    return Pages.all(token -> backend.buckets().list(token));
  }

  @Test
  void theAccountIsEmpty() {
    assertThat(containers())
        .as("containers: give the tests an account that has none, they remove all that it has")
        .isEmpty();
  }

  @Test
  void allIsRemoved() {
    containers().forEach(name -> new TestBucket(backend, name).close());
    assertThat(containers()).isEmpty();
  }
}
