package io.windlass.test.csi;

import io.windlass.linux.Mounting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A directory that is mounted on itself: what was mounted below it is listed, and hidden. */
record HidingMount(Path directory) implements AutoCloseable {

  static HidingMount over(Path directory) throws IOException {
    Mounting.mount(directory.toString(), directory, "", List.of(Mounting.Flag.BIND), "");
    return new HidingMount(directory);
  }

  @Override
  public void close() throws IOException {
    Mounting.detach(directory);
  }
}
