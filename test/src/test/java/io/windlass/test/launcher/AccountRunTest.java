package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * {@code test/aws/run}, {@code test/azure/run} and {@code test/google/run} without credentials:
 * they say what they need, and start nothing.
 */
class AccountRunTest {
  private static final List<String> NAMES =
      List.of(
          "WINDLASS_TEST_AWS_REGION",
          "AWS_ACCESS_KEY_ID",
          "AWS_SECRET_ACCESS_KEY",
          "WINDLASS_TEST_AZURE_ACCOUNT",
          "WINDLASS_TEST_AZURE_KEY",
          "AZURE_CLIENT_ID",
          "WINDLASS_TEST_GOOGLE_PROJECT");

  private static void says(String cloud, String missing, String... environment) {
    List<String> command = new ArrayList<>(List.of("env"));
    NAMES.forEach(name -> command.addAll(List.of("-u", name)));
    command.addAll(List.of(environment));
    command.add(Launch.root().resolve("test/%s/run".formatted(cloud)).toString());
    Outcome outcome = Launch.of(command).run();
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("Set " + missing + ":").hasLineCount(1);
  }

  @Test
  void theyNameWhatIsMissing() {
    says("aws", "WINDLASS_TEST_AWS_REGION");
    says(
        "aws",
        "AWS_SECRET_ACCESS_KEY",
        "WINDLASS_TEST_AWS_REGION=eu-north-1",
        "AWS_ACCESS_KEY_ID=id");
    says("azure", "WINDLASS_TEST_AZURE_ACCOUNT");
    says("azure", "WINDLASS_TEST_AZURE_KEY", "WINDLASS_TEST_AZURE_ACCOUNT=account");
    says("azure", "AZURE_TENANT_ID", "WINDLASS_TEST_AZURE_ACCOUNT=account", "AZURE_CLIENT_ID=id");
    says("google", "WINDLASS_TEST_GOOGLE_PROJECT");
  }
}
