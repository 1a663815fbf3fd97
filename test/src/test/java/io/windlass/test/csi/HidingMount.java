package io.windlass.test.csi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A directory that is mounted on itself: what was mounted below it is listed, and hidden. */
record HidingMount(Path directory) implements AutoCloseable {

  static HidingMount over(Path directory) throws IOException {
    run(List.of("mount", "--bind", directory.toString(), directory.toString()));
    return new HidingMount(directory);
  }

  @Override
  public void close() throws IOException {
    run(List.of("umount", "--lazy", directory.toString()));
  }

  static void run(List<String> command) throws IOException {
    Process program = new ProcessBuilder(command).inheritIO().start();
    assertThat(program.onExit().join().exitValue()).as("%s", command).isZero();
  }
}
