package io.windlass.csi.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.volume.StagedVolume;
import io.windlass.proto.mounter.Volume;
import io.windlass.registry.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What belongs to no volume is removed, and what may be needed is not. No mounter runs. */
class StaleVolumesTest {
  private static final String UNKNOWN = "0123456789abcdef0123";

  @TempDir Path home;

  private RunDirectory run;
  private NodeRecords records;

  @BeforeEach
  void start() throws IOException {
    run = new RunDirectory(home.resolve("run")).create();
    records = NodeRecords.open(home);
  }

  private void remove() {
    new StaleVolumes(run, records, home.resolve("staging")).remove();
  }

  private Path staged(String name) throws IOException {
    Path directory = Files.createDirectories(home.resolve("staging").resolve(name));
    StagedVolume.describe(directory, Volume.newBuilder().setMountPoint("/nowhere").build());
    Files.createFile(directory.resolveSibling(name + ".kept"));
    return directory;
  }

  private String known(String volume) {
    NodeRecord record = NodeRecord.of(volume, Path.of("/staged"), false, Fingerprint.of(Map.of()));
    records.put(record);
    return record.id();
  }

  @Test
  void whatBelongsToNoVolumeIsRemoved() throws IOException {
    String volume = known("volume");
    Path own = staged(volume + "-bucket");
    Path other = staged(UNKNOWN + "-bucket");
    Files.createFile(Files.createDirectories(run.stateOf(volume)).resolve("inodes"));
    Files.createFile(Files.createDirectories(run.stateOf(UNKNOWN)).resolve("inodes"));
    remove();
    assertThat(other).doesNotExist();
    assertThat(home.resolve("staging/" + UNKNOWN + "-bucket.kept")).doesNotExist();
    assertThat(run.stateOf(UNKNOWN)).doesNotExist();
    assertThat(own).exists();
    assertThat(home.resolve("staging/" + volume + "-bucket.kept")).exists();
    assertThat(run.stateOf(volume).resolve("inodes")).exists();
  }

  @Test
  void whatMayNotBeOnTheServerStays() throws IOException {
    Path written = staged(UNKNOWN + "-bucket");
    Files.writeString(written.resolve("1.log"), "a journal that cannot be read");
    Path unknown = staged(UNKNOWN + "-second");
    Files.createFile(unknown.resolve("1.note"));
    Path gone = staged(UNKNOWN + "-third");
    remove();
    assertThat(written.resolve("1.log")).exists();
    assertThat(unknown.resolve("1.note")).exists();
    assertThat(gone).as("the others hinder nobody").doesNotExist();
  }

  @Test
  void aVolumeWhoseRecordCannotBeReadIsKnown() throws IOException {
    Files.writeString(
        Files.createDirectories(home.resolve("volumes")).resolve(UNKNOWN + ".json"), "{");
    records = NodeRecords.open(home);
    Path staged = staged(UNKNOWN + "-bucket");
    remove();
    assertThat(staged).exists();
  }

  @Test
  void whatWasMountedByHandIsNobodysBusiness() throws IOException {
    Path staged = staged("0123456789ab-bucket");
    remove();
    assertThat(staged).exists();
  }
}
