package io.windlass.fuse.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectoryPackerTest {
  private static MemorySegment memory(int size) {
    return Arena.ofAuto().allocate(size).fill((byte) 0xff);
  }

  private static DirectoryEntry entry(String name) {
    return new DirectoryEntry(name, 1, 1, 0100644, Optional.empty());
  }

  /** A record is 24 bytes and the name, made up to a multiple of 8. */
  @Test
  void addsWholeEntriesAlone() {
    DirectoryPacker packer = new DirectoryPacker(memory(71), false);
    assertThat(packer.add(entry("12345678"))).isTrue();
    assertThat(packer.packed().byteSize()).isEqualTo(32);
    assertThat(packer.add(entry("123456789"))).as("40 bytes into 39").isFalse();
    assertThat(packer.add(entry("x"))).as("32 bytes into 39").isTrue();
    assertThat(packer.packed().byteSize()).isEqualTo(64);
    assertThat(packer.add(entry("y"))).isFalse();
  }

  @Test
  void takesTheLongestNames() {
    DirectoryPacker packer = new DirectoryPacker(memory(4096), true);
    assertThat(packer.plus()).isTrue();
    assertThat(packer.add(entry("ü".repeat(127) + "x"))).isTrue();
    assertThat(packer.packed().byteSize()).isEqualTo(128 + 24 + 256);
  }

  /** The kernel would answer EIO to the whole listing, and say nothing of the name. */
  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "a\0b", "/"})
  void refusesNamesThatTheKernelRefuses(String name) {
    DirectoryPacker packer = new DirectoryPacker(memory(4096), false);
    assertThatThrownBy(() -> packer.add(entry(name))).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> packer.add(entry("ü".repeat(128))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(packer.packed().byteSize()).isZero();
  }
}
