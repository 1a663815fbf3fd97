package io.windlass.cli.mount;

import io.windlass.fuse.FuseMounts;
import io.windlass.linux.MountPoint;
import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.keeper.MounterReports.Answer;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.proto.mounter.VolumeReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A mount whose mounter is asked about it.
 *
 * @param directory at which it is mounted
 * @param bucket its URI
 * @param run where its mounter is asked
 * @param id by which its mounter knows it
 */
public record AskedMount(Path directory, String bucket, RunDirectory run, String id) {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /**
   * Finds a mount and its mounter.
   *
   * @param place the directory at which it is mounted
   * @param directories run directories in which mounters are asked
   * @throws IOException when nothing is mounted there, or no mounter that was asked serves it
   */
  public static AskedMount at(Path place, List<Path> directories) throws IOException {
    Path directory = place.toAbsolutePath().normalize();
    List<MountPoint> mounts = FuseMounts.list();
    MountPoint mount =
        FuseMounts.at(directory).orElseThrow(() -> new IOException(notMounted(directory, mounts)));
    Set<String> places = MountSurvey.placesOf(mount, mounts);
    boolean busy = false;
    for (Path root : directories) {
      for (RunDirectory run : new RunDirectories(root).meetingPlaces()) {
        switch (MounterReports.look(run, PATIENCE)) {
          case Answer.Told(var report) -> {
            Optional<String> id =
                report.getVolumesList().stream()
                    .filter(volume -> places.contains(volume.getMountPoint()))
                    .map(VolumeReport::getId)
                    .findFirst();
            if (id.isPresent()) {
              return new AskedMount(directory, mount.source(), run, id.get());
            }
          }
          case Answer.Busy _ -> busy = true;
          case Answer.Nobody _ -> {}
        }
      }
    }
    throw new IOException(
        busy
            ? "a mounter gave no answer for %d s, which may be that of %s: try again"
                .formatted(PATIENCE.toSeconds(), directory)
            : "no mounter that was asked serves %s: 'windlass mounts' says its state"
                .formatted(directory));
  }

  private static String notMounted(Path directory, List<MountPoint> mounts) {
    return around(directory, mounts)
        .map(mount ->
            "no bucket is mounted at %s: it is in the mount at %s"
                .formatted(directory, mount.path()))
        .orElseGet(() -> "no bucket is mounted at %s".formatted(directory));
  }

  /** Returns the mount that a file is in, if it is in one. */
  public static Optional<MountPoint> around(Path file, List<MountPoint> mounts) {
    return mounts.stream()
        .filter(mount -> file.startsWith(mount.path()))
        .max(Comparator.comparingInt(mount -> mount.path().getNameCount()));
  }

  /** Returns what its mounter says of it alone: more than in a report of all volumes. */
  public Answer look() throws IOException {
    return MounterReports.look(run, id, PATIENCE);
  }
}
