package io.windlass.mounter.volume;

import io.windlass.fs.journal.RecordLog;
import io.windlass.fs.staging.Staging;
import io.windlass.fs.staging.StagingDirectory;
import io.windlass.mounter.run.DirectoryRemoval;
import io.windlass.proto.mounter.Volume;
import io.windlass.record.RecordFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Staging directory of a volume, which says of which: for those who find files in it after the
 * mount is gone. It holds no credential.
 *
 * @param directory below that of all volumes
 * @param volume that was staged there last; empty if that is not known
 */
public record StagedVolume(Path directory, Optional<Volume> volume) {
  private static final RecordFormat<Volume> FORMAT =
      new RecordFormat<>("windlass volume", 1, Volume.parser());
  private static final String NAME = "volume";
  private static final Logger log = LoggerFactory.getLogger(StagedVolume.class);

  /**
   * Records in a directory which volume is staged there. Needs no room if that is recorded already:
   * a full disk must not keep the next mounter from going on with the volume.
   */
  public static void describe(Path directory, Volume volume) throws IOException {
    Optional<Volume> before = described(directory);
    if (before.filter(volume::equals).isPresent()) {
      return;
    }
    try {
      RecordLog.create(directory.resolve(NAME), FORMAT, List.of(volume)).close();
    } catch (IOException e) {
      if (before.filter(each -> each.getId().equals(volume.getId())).isEmpty()) {
        throw e;
      }
      log.warn("{} is described as it was before: {}", directory, e.getMessage());
    }
  }

  /**
   * Removes the directory, with the disk space that is reserved for it, unless something in it is
   * of use to a later mount: bytes that are not on the server, what is kept aside, a rename or an
   * upload that was begun, or a file that this version does not know. No mounter may use it.
   *
   * @return whether it is gone
   */
  public boolean removeIfSpent() throws IOException {
    Set<Path> spent = new HashSet<>(new StagingDirectory(directory).spent());
    spent.add(directory.resolve(NAME));
    try (Stream<Path> all = Files.walk(directory)) {
      if (all.anyMatch(
          each -> !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS) && !spent.contains(each))) {
        return false;
      }
    }
    Files.deleteIfExists(directory.resolveSibling(name() + Staging.RESERVE));
    DirectoryRemoval.remove(directory.resolveSibling(""), Path.of(name()));
    return true;
  }

  /** Returns whether this is, by its name, a directory of the volume with this id. */
  public boolean isOf(String id) {
    return name().startsWith(id + "-");
  }

  /** Lists the directories of volumes below that of all volumes; none if that is not there. */
  public static List<StagedVolume> list(Path staging) throws IOException {
    if (Files.notExists(staging)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(staging)) {
      return all.filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .map(directory -> new StagedVolume(directory, described(directory)))
          .toList();
    }
  }

  private static Optional<Volume> described(Path directory) {
    List<Volume> found = new ArrayList<>();
    try {
      RecordLog.look(directory.resolve(NAME), FORMAT, found::add);
    } catch (IOException e) {
      return Optional.empty(); // of a version that did not describe it, or of a newer one
    }
    return found.stream().findFirst();
  }

  /** Returns the name by which commands know it. */
  public String name() {
    return directory.getFileName().toString();
  }
}
