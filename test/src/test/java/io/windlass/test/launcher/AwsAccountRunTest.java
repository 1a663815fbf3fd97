package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code test/aws/run} without credentials: says what it needs, and starts nothing. */
class AwsAccountRunTest {
  private static Outcome run(String... environment) {
    List<String> command = new ArrayList<>(List.of("env"));
    for (String name :
        List.of("WINDLASS_TEST_AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")) {
      command.addAll(List.of("-u", name));
    }
    command.addAll(List.of(environment));
    command.add(Launch.root().resolve("test/aws/run").toString());
    return Launch.of(command).run();
  }

  @Test
  void namesWhatIsMissing() {
    Outcome nothing = run();
    assertThat(nothing.status()).isEqualTo(2);
    assertThat(nothing.err()).contains("Set WINDLASS_TEST_AWS_REGION").hasLineCount(1);
    Outcome noSecret = run("WINDLASS_TEST_AWS_REGION=eu-north-1", "AWS_ACCESS_KEY_ID=id");
    assertThat(noSecret.status()).isEqualTo(2);
    assertThat(noSecret.err()).contains("Set AWS_SECRET_ACCESS_KEY").hasLineCount(1);
  }
}
