package io.windlass.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErrorKindTest {
  /** A kind travels between processes by its name, and becomes the same failure again. */
  @Test
  void eachKindMakesAFailureOfItsKind() {
    assertThat(ErrorKind.values())
        .allSatisfy(kind -> {
          DriverException failure = kind.exception("it failed", null);
          assertThat(failure.kind()).isEqualTo(kind);
          assertThat(failure).hasMessage("it failed");
        });
  }

  @Test
  void adviceNamesTheSettingOfTheCredentials() {
    assertThat(ErrorKind.UNAUTHENTICATED.advice("WINDLASS_FAST_CREDENTIALS"))
        .endsWith("the files that WINDLASS_FAST_CREDENTIALS names");
  }
}
