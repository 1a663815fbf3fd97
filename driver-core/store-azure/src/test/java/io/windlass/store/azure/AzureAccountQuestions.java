package io.windlass.store.azure;

import io.windlass.testing.BuildOutput;
import io.windlass.testing.UniqueName;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Asks the storage account that was given, and says the answers. No test of the build:
 * test/azure/run.
 */
class AzureAccountQuestions {
  @Test
  void theAccountIsAsked(@TempDir Path directory) {
    try (AzureBackend backend = AzureAccount.given().open(directory)) {
      AzureQuestions account = new AzureQuestions(backend, UniqueName.of("asks"));
      for (AzureQuestions.Question each : AzureQuestions.Question.values()) {
        BuildOutput.say("QUESTION " + account.ask(each));
      }
    }
  }
}
