package io.windlass.cosi.sanity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.cosi.sanity.Recorder.Result;
import io.windlass.cosi.sanity.fake.FakeDriver;
import io.windlass.cosi.sanity.fake.Fault;
import io.windlass.cosi.sanity.trial.Outcome;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Endpoint;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The suite against a driver that is right, in every revision. */
class CosiSanityTest {
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(ApiRevision.class)
  void aRightDriverPasses(ApiRevision revision) throws Exception {
    try (FakeDriver driver = Runs.driver(directory, revision, Fault.NONE)) {
      Recorder recorder = new Recorder();
      Summary summary = new CosiSanity(Runs.all(driver, revision), recorder).run();

      assertThat(recorder.failed()).isEmpty();
      assertThat(summary.isGood()).isTrue();
      assertThat(summary.leftovers()).isEmpty();
      assertThat(summary.passed()).isGreaterThan(revision.isV1Alpha2() ? 60 : 40);
      assertThat(recorder.results(Outcome.Skip.class)).isEmpty();
      assertThat(driver.isEmpty()).isTrue();
      assertThat(driver.storage()).isEmpty();
    }
  }

  @Test
  void whatIsMissingIsSaid() throws Exception {
    try (FakeDriver driver = Runs.driver(directory, ApiRevision.E, Fault.NONE)) {
      Recorder recorder = new Recorder();
      new CosiSanity(Runs.usual(driver), recorder).run();

      assertThat(recorder.results(Outcome.Skip.class))
          .contains("key/revoked", "restart/bucket", "create/incompatible");
      assertThat(recorder.failed()).isEmpty();
    }
  }

  @Test
  void nobodyAnswers() {
    Endpoint nowhere = new Endpoint(directory.resolve("nowhere.sock"));
    assertThatThrownBy(() -> new CosiSanity(SanityOptions.of(nowhere), new Recorder()).run())
        .isInstanceOf(CannotRunException.class)
        .hasMessageContaining("nothing answers on unix://")
        .hasMessageContaining("nowhere.sock");
  }

  @Test
  void aVersionThatIsNotServed() throws Exception {
    try (FakeDriver driver = Runs.driver(directory, ApiRevision.V1ALPHA1, Fault.NONE)) {
      assertThatThrownBy(
              () -> new CosiSanity(Runs.all(driver, ApiRevision.D), new Recorder()).run())
          .isInstanceOf(CannotRunException.class)
          .hasMessageContaining("does not serve v1alpha2 revision D, but v1alpha1");
    }
  }

  @ParameterizedTest
  @EnumSource(ApiRevision.class)
  void theRevisionIsFound(ApiRevision revision) throws Exception {
    try (FakeDriver driver = Runs.driver(directory, revision, Fault.NONE)) {
      Recorder recorder = new Recorder();
      SanityOptions options = Runs.only(Runs.usual(driver), List.of("info/shape"));
      new CosiSanity(options, recorder).run();

      // B and C cannot be told apart from outside.
      assertThat(recorder.results())
          .extracting(Result::revision)
          .containsExactly(revision == ApiRevision.B ? ApiRevision.C : revision);
    }
  }

  @Test
  void anInterruptStopsTheRunAndLeavesNothing() throws Exception {
    try (FakeDriver driver = Runs.driver(directory, ApiRevision.E, Fault.NONE)) {
      Recorder recorder = new Recorder();
      SanityOptions options = Runs.all(driver, ApiRevision.E);
      recorder.after("grant/shape", () -> Thread.currentThread().interrupt());
      Summary summary = new CosiSanity(options, recorder).run();

      assertThat(summary.stopped()).isTrue();
      assertThat(summary.isGood()).isFalse();
      assertThat(recorder.results())
          .extracting(r -> r.check().id())
          .doesNotContain("grant/idempotent");
      assertThat(driver.isEmpty()).isTrue();
      assertThat(summary.leftovers()).isEmpty();
    }
  }
}
