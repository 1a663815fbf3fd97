package io.windlass.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PlacesTest {
  @Test
  void aDirectoryThatOtherProcessesAreToldIsAbsolute() {
    assertThat(new Places.DirectoryToMake().convert("some/./run"))
        .isEqualTo(Path.of("some/run").toAbsolutePath());
    assertThat(new Places.Directory().convert(".")).isEqualTo(Path.of("").toAbsolutePath());
  }
}
