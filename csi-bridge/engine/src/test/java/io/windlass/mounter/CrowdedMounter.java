package io.windlass.mounter;

import static org.awaitility.Awaitility.await;

import io.windlass.fuse.BufferPool;
import io.windlass.fuse.ChildJvm;
import io.windlass.linux.Descriptor;
import io.windlass.linux.LinuxException;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.run.Upkeep;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Deque;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * A mounter that has too many open files for a while. It and its test meet by directories, as these
 * take no descriptor.
 */
final class CrowdedMounter {
  /** Made by the test, from when on the mounter may open no file. */
  static final String BEGIN = "begin";

  /** Made by the mounter, which may open no file now. */
  static final String CROWDED = "crowded";

  /** Made by the test, from when on the mounter may open files again. */
  static final String END = "end";

  private CrowdedMounter() {}

  /**
   * Serves until it is killed.
   *
   * @param arguments the run directory, and that of the directories
   */
  public static void main(String[] arguments) throws Exception {
    RunDirectory run = new RunDirectory(Path.of(arguments[0]));
    Path meeting = Path.of(arguments[1]);
    Mounter mounter =
        new Mounter(
            run,
            "test",
            "commit",
            new BufferPool(Mounter.MAX_REQUEST, 1),
            new NoVolumes(),
            new Upkeep.External(),
            Mounter.SENDING,
            Mounter.FIRST_KEEPER,
            Suspects.none(),
            Optional.empty());
    Thread serving =
        Thread.ofPlatform()
            .start(() -> {
              try {
                mounter.run();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    await().until(() -> Files.exists(meeting.resolve(BEGIN)));
    loadClasses();
    Deque<InputStream> others = ChildJvm.openAll();
    Files.createDirectory(meeting.resolve(CROWDED));
    await().until(() -> Files.exists(meeting.resolve(END)));
    for (InputStream other : others) {
      other.close();
    }
    serving.join();
  }

  /** Loads the classes of failures, which lie in files of their own here, unlike in a jar. */
  private static void loadClasses() {
    try {
      Descriptor.open(Path.of("/nonexistent"), Descriptor.READ_WRITE).close();
    } catch (LinuxException e) {
      LoggerFactory.getLogger(CrowdedMounter.class).info("{}", e.getMessage());
    }
  }
}
