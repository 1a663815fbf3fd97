package io.windlass.cli.mount;

import io.windlass.cli.terminal.Places;
import io.windlass.mounter.volume.StagedVolume;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Option that says where files are kept while they are written. */
final class StagingOption {
  /** Of mounts by hand and of a node plugin, if nobody says otherwise. */
  static final String DEFAULT = "/var/lib/windlass/staging";

  @Option(
      names = "--staging",
      paramLabel = "DIR",
      converter = Places.Directory.class,
      description =
          "With --unsent, a directory to look in, as 'windlass mount' or WINDLASS_CSI_STAGING has"
              + " it; can be repeated. Default: "
              + DEFAULT)
  List<Path> given = new ArrayList<>();

  /** Returns the directories of volumes in them. */
  List<StagedVolume> volumes() throws IOException {
    List<StagedVolume> all = new ArrayList<>();
    for (Path directory : given.isEmpty() ? List.of(Path.of(DEFAULT)) : given) {
      all.addAll(StagedVolume.list(directory));
    }
    return all;
  }

  /** Returns the directory of what was mounted at a place last, among the usual ones. */
  static Optional<Path> of(Path place) throws IOException {
    return new StagingOption()
        .volumes().stream()
            .filter(staged ->
                staged
                    .volume()
                    .filter(volume -> volume.getMountPoint().equals(place.toString()))
                    .isPresent())
            .map(StagedVolume::directory)
            .findFirst();
  }
}
