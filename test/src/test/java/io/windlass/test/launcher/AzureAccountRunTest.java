package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code test/azure/run} without credentials: says what it needs, and starts nothing. */
class AzureAccountRunTest {
  private static Outcome run(String... environment) {
    List<String> command = new ArrayList<>(List.of("env"));
    command.addAll(List.of("-u", "WINDLASS_TEST_AZURE_ACCOUNT", "-u", "WINDLASS_TEST_AZURE_KEY"));
    command.addAll(List.of(environment));
    command.add(Launch.root().resolve("test/azure/run").toString());
    return Launch.of(command).run();
  }

  @Test
  void namesWhatIsMissing() {
    Outcome nothing = run();
    assertThat(nothing.status()).isEqualTo(2);
    assertThat(nothing.err()).contains("Set WINDLASS_TEST_AZURE_ACCOUNT").hasLineCount(1);
    Outcome noKey = run("WINDLASS_TEST_AZURE_ACCOUNT=account");
    assertThat(noKey.status()).isEqualTo(2);
    assertThat(noKey.err()).contains("Set WINDLASS_TEST_AZURE_KEY").hasLineCount(1);
  }
}
