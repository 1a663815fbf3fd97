package io.windlass.test.csi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A directory that is mounted on itself: what was mounted below it is listed, and hidden. */
record HidingMount(Path directory) implements AutoCloseable {

  static HidingMount over(Path directory) throws IOException, InterruptedException {
    run(List.of("mount", "--bind", directory.toString(), directory.toString()));
    return new HidingMount(directory);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    run(List.of("umount", "--lazy", directory.toString()));
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor())
        .as("%s", command)
        .isZero();
  }
}
