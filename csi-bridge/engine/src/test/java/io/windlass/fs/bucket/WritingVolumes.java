package io.windlass.fs.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.windlass.fs.VolumeOptions;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fs.testing.FaultyStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Nodes that have a volume over one store in memory mounted, and write it. */
final class WritingVolumes implements AutoCloseable {
  private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);
  private static final VolumeOptions OPTIONS =
      VolumeOptions.DEFAULT.withObjectMetadata(true).withTtl(TIME_TO_LIVE, Duration.ofSeconds(5));

  private final FaultyStore store = FaultyStore.inMemory();
  private final List<Volume> volumes = new ArrayList<>();
  private final ReadEngine engine =
      new ReadEngine(ReadSettings.DEFAULT.withMemory(8 << 20), Optional.empty());
  private final Path directory;

  WritingVolumes(Path directory) {
    this.directory = directory;
  }

  /** On a node of its own; the first is {@code node0}. */
  Volume open() {
    return open(directory.resolve("node" + volumes.size()));
  }

  /** On the node that has its files there. */
  Volume open(Path place) {
    return open(place.resolve("state"), place.resolve("staging"));
  }

  /** On a node of its own, which commits what is open. */
  Volume committing(Duration interval) {
    Path place = directory.resolve("node" + volumes.size());
    return open(
        place.resolve("state"), place.resolve("staging"), OPTIONS.withCommitInterval(interval));
  }

  /** With its state and what it has staged in these directories. */
  Volume open(Path state, Path staging) {
    return open(state, staging, OPTIONS);
  }

  private Volume open(Path state, Path staging, VolumeOptions options) {
    Volume volume = new Volume(store, options, state, Optional.of(staging), engine);
    volumes.add(volume);
    return volume;
  }

  /** Both processes of this one end. */
  void end(Volume volume) {
    volumes.remove(volume);
    volume.close();
  }

  /** For how long the volumes remember what they have asked. */
  Duration timeToLive() {
    return TIME_TO_LIVE;
  }

  FaultyStore store() {
    return store;
  }

  /** The text of an object. */
  String stored(String key) {
    byte[] content = store.contents().get(key);
    return content == null ? "(nothing)" : new String(content, UTF_8);
  }

  @Override
  public void close() {
    volumes.forEach(Volume::close);
    engine.close();
  }
}
