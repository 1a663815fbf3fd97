package io.windlass.csi.node;

import io.windlass.fs.staging.LeftFile;
import io.windlass.fs.staging.StagingDirectory;
import io.windlass.fuse.FuseMounts;
import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.volume.StagedVolume;
import io.windlass.mounter.volume.VolumeName;
import io.windlass.proto.mounter.Volume;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What processes that died have left of volumes that this node does not know any more: state of
 * their sessions, and directories for what they were writing. It is removed when a plugin starts,
 * before it is called. What is not on a server yet is never removed, but told of.
 *
 * @param run run directory of the mounter
 * @param staging directory in which mounters stage what is written
 */
record StaleVolumes(RunDirectory run, NodeRecords records, Path staging) {
  private static final Logger log = LoggerFactory.getLogger(StaleVolumes.class);

  void remove() {
    try {
      Optional<Set<String>> served = MounterReports.volumes(run);
      if (served.isEmpty()) {
        log.warn(
            "a mounter does not say what it serves: the next plugin removes what is left in {} and"
                + " {} of other volumes",
            run.path(),
            staging);
        return;
      }
      Set<String> known = new HashSet<>(records.ids());
      known.addAll(served.get());
      Set<String> left = run.forgetAllBut(known);
      if (!left.isEmpty()) {
        log.info("deleted what was left of {} in {}", left, run.path());
      }
      for (StagedVolume staged : StagedVolume.list(staging)) {
        if (NodeRecord.isStaged(staged.name()) && known.stream().noneMatch(staged::isOf)) {
          remove(staged);
        }
      }
    } catch (IOException e) {
      log.warn("what is left of other volumes stays: {}", e.toString());
    }
  }

  private static void remove(StagedVolume staged) {
    try {
      if (isMounted(staged)) {
        log.warn("{} is used by a mount that is none of this plugin's", staged.directory());
      } else if (staged.removeIfSpent()) {
        log.info("deleted {}, in which nothing was left to be sent", staged.directory());
      } else {
        tell(staged);
      }
    } catch (IOException e) {
      log.warn("{} stays, and belongs to no volume: {}", staged.directory(), e.toString());
    }
  }

  /** Another plugin of this node may have the same directory. */
  private static boolean isMounted(StagedVolume staged) throws IOException {
    Optional<Path> place = staged.volume().map(volume -> Path.of(volume.getMountPoint()));
    return place.isPresent() && FuseMounts.at(place.get()).isPresent();
  }

  private static void tell(StagedVolume staged) throws IOException {
    List<LeftFile> files = new StagingDirectory(staged.directory()).left();
    log.warn(
        "{} has {} files with {} bytes that are not on their server, of {}, which is not on this"
            + " node any more: 'windlass mounts --unsent' lists them, sends them or drops them",
        staged.directory(),
        files.size(),
        files.stream().mapToLong(LeftFile::bytes).sum(),
        staged
            .volume()
            .map(Volume::getSource)
            .map(VolumeName::uri)
            .orElse("a bucket that it does not name"));
  }
}
