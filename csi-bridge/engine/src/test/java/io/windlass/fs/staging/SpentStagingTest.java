package io.windlass.fs.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.journal.RecordLog;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.FaultyStore;
import io.windlass.mounter.volume.StagedVolume;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.proto.mounter.Volume;
import io.windlass.proto.staging.Event;
import io.windlass.record.NewerFormatException;
import io.windlass.record.RecordFormat;
import io.windlass.store.PutOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A staging directory goes when nothing in it is missing on the server, and not before. */
class SpentStagingTest {
  private static final String ID = Workbench.ID.fileName();

  @TempDir private Path directory;

  private final FaultyStore store = FaultyStore.inMemory(Workbench.MIN_PART);
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());
  private Workbench bench;
  private StagedFile file;

  /** A file is opened, and not changed yet. */
  @BeforeEach
  void open() throws IOException {
    bench = Workbench.over(store, directory, engine);
    ObjectInfo info = store.put("key", Content.of(new byte[100]), PutOptions.DEFAULT);
    file =
        bench
            .staging()
            .over(
                Workbench.ID,
                new BaseObject("key", info.revision(), info.size(), info.lastModified(), Map.of()),
                Optional.of(ObjectProperties.NONE));
    StagedVolume.describe(bench.directory(), Volume.newBuilder().setId("1").build());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  /** The mounter dies. */
  private StagedVolume left() {
    bench.staging().stop();
    return new StagedVolume(bench.directory(), Optional.empty());
  }

  private Path reserve() {
    return bench.directory().resolveSibling(bench.directory().getFileName() + Staging.RESERVE);
  }

  @Test
  void whatIsNotSentStays() throws IOException {
    Workbench.write(file, 0, new byte[50]);
    assertThat(left().removeIfSpent()).isFalse();
    assertThat(new StagingDirectory(bench.directory()).unsent()).hasSize(1);
    assertThat(reserve()).exists();
  }

  @Test
  void whatIsSentGoesWithAllThatWasBesideIt() throws IOException {
    StagedVolume left = left();
    assertThat(bench.onDisk()).as("for the next process").contains(ID + ".log", ID + ".data");
    Files.createDirectory(bench.directory().resolve("renames"));
    Files.createFile(bench.directory().resolve("2.log.new"));
    Files.createFile(bench.directory().resolve("2.data"));
    Files.createFile(bench.directory().resolve("3.data.sent"));
    assertThat(left.removeIfSpent()).isTrue();
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"renames/1.intent", "1.note", "1.upload", "aside/key~1970", "of-later"})
  void whatIsToBeEndedKeptOrUnknownStays(String name) throws IOException {
    StagedVolume left = left();
    Path found = bench.directory().resolve(name);
    Files.createDirectories(found.getParent());
    Files.createFile(found);
    assertThat(left.removeIfSpent()).isFalse();
    assertThat(found).exists();
    assertThat(bench.onDisk()).contains("volume", ID + ".log", ID + ".data");
  }

  @Test
  void aLinkIsNotFollowed(@TempDir Path elsewhere) throws IOException {
    StagedVolume left = left();
    Files.createFile(elsewhere.resolve("1.data"));
    Files.createSymbolicLink(bench.directory().resolve("renames"), elsewhere);
    assertThat(left.removeIfSpent()).isFalse();
    assertThat(elsewhere.resolve("1.data")).exists();
  }

  @Test
  void whatANewerVersionWroteStays() throws IOException {
    StagedVolume left = left();
    RecordLog.create(
            bench.directory().resolve("2.log"),
            new RecordFormat<>("windlass journal", 2, Event.parser()),
            List.of())
        .close();
    assertThatThrownBy(left::removeIfSpent).isInstanceOf(NewerFormatException.class);
    assertThat(bench.onDisk()).contains("2.log", "volume");
  }

  @Test
  void whatMetANewerObjectStays() throws IOException {
    new StagingDirectory(bench.directory()).keepAside("key", file.path(), Instant.EPOCH);
    assertThat(left().removeIfSpent()).isFalse();
  }
}
