package io.windlass.mounter;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.mounter.ServiceRecord.Flag;
import io.windlass.mounter.Suspects.Standing;
import io.windlass.mounter.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What mounters that died left, and what the next one makes of it. */
class SuspectsTest {
  private static final Standing CLEAR = new Standing.Clear();
  private static final Standing QUARANTINED = new Standing.Quarantined();

  @TempDir Path directory;
  private RunDirectory run;
  private ServiceRecord deadly;
  private ServiceRecord busy;

  @BeforeEach
  void create() throws IOException {
    run = new RunDirectory(directory);
    deadly = record("deadly");
    busy = record("busy");
    record("idle");
  }

  private ServiceRecord record(String id) throws IOException {
    return ServiceRecord.open(Files.createDirectories(run.stateOf(id)));
  }

  /** The mounter died: another one begins. */
  private Suspects next() {
    return Suspects.read(run, true);
  }

  private Standing standing(Suspects suspects, String id) {
    return suspects.standing(run, id);
  }

  @Test
  void aVolumeThatWasInServiceIsSuspected() {
    deadly.began();
    Suspects suspects = next();
    assertThat(standing(suspects, "deadly"))
        .isEqualTo(new Standing.Suspect(deadly(suspects), true));
    assertThat(standing(suspects, "busy")).isEqualTo(CLEAR);
    assertThat(standing(suspects, "unknown")).isEqualTo(CLEAR);
    assertThat(deadly.inService()).as("requests of the mounter that died").isZero();
  }

  private ServiceRecord deadly(Suspects suspects) {
    return ((Standing.Suspect) standing(suspects, "deadly")).record();
  }

  @Test
  void answeredRequestsAreNoneInService() {
    for (int i = 0; i < 3; i++) {
      deadly.began();
      deadly.ended();
    }
    assertThat(deadly.served()).isEqualTo(3);
    assertThat(standing(next(), "deadly")).isEqualTo(CLEAR);
  }

  @Test
  void twoDeathsInWhichItWasAloneInServiceAreEnough() {
    deadly.began();
    next();
    deadly.began();
    Suspects suspects = next();
    assertThat(standing(suspects, "deadly")).isEqualTo(QUARANTINED);
    assertThat(suspects.quarantined()).isTrue();
    assertThat(standing(next(), "deadly")).as("the next mounter knows it").isEqualTo(QUARANTINED);
  }

  /** Whoever kills a busy mounter again and again. */
  @Test
  void deathsBesideOthersAreNot() {
    for (int i = 0; i < 100; i++) {
      deadly.began();
      busy.began();
      assertThat(standing(next(), "deadly")).isInstanceOf(Standing.Suspect.class);
    }
  }

  @Test
  void whoIsOnTrialIsAloneWhateverOthersDo() {
    deadly.began();
    busy.began();
    next();
    dieOnTrial();
    Suspects suspects = dieOnTrial();
    assertThat(standing(suspects, "deadly")).isEqualTo(QUARANTINED);
    assertThat(standing(suspects, "busy")).isInstanceOf(Standing.Suspect.class);
  }

  private Suspects dieOnTrial() {
    deadly.put(Flag.ON_TRIAL, true);
    deadly.began();
    busy.began();
    return next();
  }

  @Test
  void deathsBeforeItWasClearedDoNotCount() {
    for (int i = 0; i < 5; i++) {
      deadly.began();
      assertThat(standing(next(), "deadly")).isInstanceOf(Standing.Suspect.class);
      deadly.clear();
    }
  }

  /** As when the journal of a file that was written cannot be read. */
  @Test
  void openingCountsAsService() {
    deadly.put(Flag.OPENING, true);
    Suspects suspects = next();
    assertThat(standing(suspects, "deadly"))
        .isEqualTo(new Standing.Suspect(deadly(suspects), false));
    deadly.put(Flag.OPENING, true);
    assertThat(standing(next(), "deadly")).isEqualTo(QUARANTINED);
  }

  @Test
  void aSuspectThatWasNotTriedStaysOne() {
    deadly.began();
    next();
    assertThat(standing(next(), "deadly")).isInstanceOf(Standing.Suspect.class);
  }

  @Test
  void whatAMounterLeftInOrderIsNoDeath() {
    deadly.put(Flag.LEFT, true);
    deadly.began();
    assertThat(standing(next(), "deadly")).isEqualTo(CLEAR);
  }

  @Test
  void aVolumeWithoutNeighboursStaysWhereItIs() throws IOException {
    run.forget("busy");
    run.forget("idle");
    for (int i = 0; i < 5; i++) {
      deadly.began();
      assertThat(standing(next(), "deadly")).isInstanceOf(Standing.Suspect.class);
    }
  }

  /** Each of the two mounters has its volumes, and looks at no others. */
  @Test
  void theMounterInQuarantineHasSuspectsOfItsOwn() {
    deadly.put(Flag.QUARANTINED, true);
    RunDirectory quarantine = run.quarantine();
    deadly.began();
    busy.began();
    Suspects suspects = Suspects.read(quarantine, false);
    assertThat(suspects.standing(quarantine, "deadly")).isInstanceOf(Standing.Suspect.class);
    assertThat(busy.inService()).isOne();
    deadly.began();
    assertThat(standing(next(), "busy")).isInstanceOf(Standing.Suspect.class);
    assertThat(deadly.inService()).isOne();
  }
}
