package io.windlass.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ElfFileTest {
  private static final Path JAVA = Path.of(System.getProperty("java.home"));

  @Test
  void aProgramNamesItsInterpreterAndItsLibraries() throws IOException {
    ElfFile java = ElfFile.read(JAVA.resolve("bin/java")).orElseThrow();
    assertThat(java.interpreter().orElseThrow()).contains("/ld-linux-");
    assertThat(java.needed()).contains("libjli.so", "libc.so.6");
  }

  @Test
  void aLibraryHasNoInterpreter() throws IOException {
    ElfFile jvm = ElfFile.read(JAVA.resolve("lib/server/libjvm.so")).orElseThrow();
    assertThat(jvm.interpreter()).isEmpty();
    assertThat(jvm.needed()).contains("libm.so.6");
  }

  @Test
  void otherFilesAreNone(@TempDir Path directory) throws IOException {
    assertThat(ElfFile.read(Files.writeString(directory.resolve("text"), "a text"))).isEmpty();
    assertThat(ElfFile.read(JAVA.resolve("release"))).isEmpty();
  }
}
