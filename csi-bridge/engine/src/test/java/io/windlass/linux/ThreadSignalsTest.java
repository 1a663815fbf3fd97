package io.windlass.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which pending signals end a process, by the text of /proc/PID/status. */
class ThreadSignalsTest {
  private static final String TERM = "0000000000004000";
  private static final String KILL = "0000000000000100";
  private static final String URG = "0000000000400000";
  private static final String NONE = "0000000000000000";

  private static boolean isDoomed(String pending, String shared, String blocked, String caught) {
    return ThreadSignals.isDoomed(
        """
        Name:\tcat
        State:\tD (disk sleep)
        SigQ:\t1/95993
        SigPnd:\t%s
        ShdPnd:\t%s
        SigBlk:\t%s
        SigIgn:\t0000000000000004
        SigCgt:\t%s
        """
            .formatted(pending, shared, blocked, caught));
  }

  @Test
  void aSignalThatNobodyHandlesEndsTheProcess() {
    assertThat(isDoomed(NONE, TERM, NONE, NONE)).isTrue();
    assertThat(isDoomed(KILL, NONE, NONE, NONE)).isTrue();
    assertThat(isDoomed(KILL, NONE, KILL, KILL)).as("nothing helps against KILL").isTrue();
  }

  @Test
  void otherSignalsDoNot() {
    assertThat(isDoomed(NONE, NONE, NONE, NONE)).isFalse();
    assertThat(isDoomed(TERM, NONE, NONE, TERM)).as("handled").isFalse();
    assertThat(isDoomed(TERM, TERM, TERM, NONE)).as("blocked").isFalse();
    assertThat(isDoomed("0000000000000004", NONE, NONE, NONE)).as("ignored").isFalse();
    assertThat(isDoomed(NONE, URG, NONE, NONE)).as("ends no process").isFalse();
  }

  @Test
  void thisThreadLives() {
    assertThat(ThreadSignals.isKilled((int) ProcessHandle.current().pid())).isFalse();
    assertThat(ThreadSignals.isKilled(Integer.MAX_VALUE)).isFalse();
  }
}
