package io.windlass.fs.bucket;

import io.windlass.fs.VolumeOptions;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.FaultyStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Volumes over one store in memory that are only read, each with a state of its own. */
final class ReadingVolumes implements AutoCloseable {
  static final VolumeOptions OPTIONS =
      VolumeOptions.DEFAULT.withTtl(Duration.ofSeconds(60), Duration.ofSeconds(5));

  private final FaultyStore store = FaultyStore.inMemory();
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(16 << 20), Optional.empty());
  private final List<Volume> volumes = new ArrayList<>();
  private final Path directory;

  ReadingVolumes(Path directory) {
    this.directory = directory;
  }

  /** Another one; the first has its state in {@code volume0}. */
  Volume open(VolumeOptions options) {
    Volume volume =
        new Volume(store, options, directory.resolve("volume" + volumes.size()), engine);
    volumes.add(volume);
    return volume;
  }

  /** How many there are. */
  int opened() {
    return volumes.size();
  }

  /** The test has closed them. */
  void forget() {
    volumes.clear();
  }

  FaultyStore store() {
    return store;
  }

  ReadEngine engine() {
    return engine;
  }

  void put(String key, int size) {
    store.put(key, new byte[size]);
  }

  @Override
  public void close() {
    volumes.forEach(Volume::close);
    engine.close();
  }
}
