package io.windlass.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.fuse.message.Hex;
import io.windlass.fuse.message.InitFlag;
import io.windlass.fuse.message.Opcode;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionStateTest {
  private static final SessionState STATE =
      new SessionState(
          45,
          EnumSet.allOf(InitFlag.class),
          1 << 20,
          Set.of(Opcode.FLUSH, Opcode.COPY_FILE_RANGE_64));

  @Test
  void isWhatItWasAfterLoading() {
    assertThat(SessionState.load(STATE.save())).isEqualTo(STATE);
    SessionState least = new SessionState(31, Set.of(), 4096, Set.of());
    assertThat(SessionState.load(least.save())).isEqualTo(least);
  }

  /** What one build has kept must be read by the next: this layout is not to change. */
  @Test
  void keepsItsLayout() {
    SessionState state =
        new SessionState(45, Set.of(InitFlag.HAS_RESEND), 1 << 20, Set.of(Opcode.ACCESS));
    assertThat(Hex.of(Arrays.copyOf(state.save(), 32)))
        .isEqualTo("574c46010000002d000000800000000000100000" + "0000000400000000" + "00000000");
  }

  @Test
  void refusesWhatIsDamaged() {
    byte[] saved = STATE.save();
    for (int i = 0; i < saved.length; i++) {
      byte[] damaged = saved.clone();
      damaged[i] ^= 1;
      assertThatThrownBy(() -> SessionState.load(damaged))
          .as("byte %d", i)
          .isInstanceOf(IllegalArgumentException.class);
      byte[] cut = Arrays.copyOf(saved, i);
      assertThatThrownBy(() -> SessionState.load(cut)).isInstanceOf(IllegalArgumentException.class);
    }
    byte[] longer = Arrays.copyOf(saved, saved.length + 1);
    assertThatThrownBy(() -> SessionState.load(longer))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void changes() {
    assertThat(STATE.withUnsupported(Opcode.LSEEK).unsupported())
        .containsExactlyInAnyOrder(Opcode.FLUSH, Opcode.COPY_FILE_RANGE_64, Opcode.LSEEK);
  }
}
