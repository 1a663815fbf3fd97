package io.windlass.faults.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.linux.MountPoint;
import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.proto.mounter.VolumeReport;
import io.windlass.test.csi.CsiPlugin;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.LiveFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares everything that a node has with what clients hold there. */
record NodeAudit(CsiPlugin node) {
  /** Room that each mounted volume keeps for when the disk is full. */
  private static final String RESERVE = ".kept";

  /** Fails if something is missing, or something is left that nobody has. */
  void requireExactly(CsiHoldings holdings) {
    DriverSetup setup = node.process().setup();
    assertThat(node.mounted())
        .extracting(MountPoint::path)
        .containsExactlyInAnyOrderElementsOf(holdings.mounted());
    assertThat(list(setup.state().resolve("volumes")))
        .as("records of volumes")
        .hasSameSizeAs(holdings.staged());
    assertThat(report(setup))
        .extracting(volume -> Path.of(volume.getMountPoint()))
        .containsExactlyInAnyOrderElementsOf(holdings.staged());
    assertThat(list(setup.run().resolve("volumes")))
        .as("state of served volumes")
        .hasSameSizeAs(holdings.staged());
    // The next mounter settles what a mounter was doing when it died.
    await()
        .untilAsserted(() -> {
          Map<Boolean, List<Path>> files =
              files(setup.staging()).stream()
                  .filter(file -> !file.endsWith("volume")) // says of which volume the others are
                  .filter(file -> !file.getFileName().toString().startsWith("server-"))
                  .collect(Collectors.partitioningBy(file -> file.toString().endsWith(RESERVE)));
          assertThat(files.get(false)).as("what is not on the server").isEmpty();
          assertThat(files.get(true)).as("reserves").hasSameSizeAs(holdings.staged());
        });
    assertThat(node.others()).as("processes").containsExactly(node.mounter());
  }

  private static List<VolumeReport> report(DriverSetup setup) {
    try {
      return MounterReports.ask(new RunDirectory(setup.run())).getVolumesList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> list(Path directory) {
    try (Stream<Path> list = Files.exists(directory) ? Files.list(directory) : Stream.empty()) {
      return list.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> files(Path directory) {
    return LiveFiles.in(directory);
  }
}
