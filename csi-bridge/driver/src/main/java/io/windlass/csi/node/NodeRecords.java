package io.windlass.csi.node;

import io.windlass.error.DriverException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * State that must outlive the plugin: a small file for each volume. It is written atomically before
 * the volume is mounted, and removed after it is unmounted.
 */
final class NodeRecords {
  private static final Logger log = LoggerFactory.getLogger(NodeRecords.class);
  private static final String SUFFIX = ".json";

  private final Path directory;

  /** Files of earlier versions lack fields that were added since, whose value is 0 then. */
  private final JsonMapper json =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

  private final Map<String, NodeRecord> records = new ConcurrentHashMap<>();

  /** Ids of volumes whose records could not be read. */
  private final Set<String> skipped = ConcurrentHashMap.newKeySet();

  private NodeRecords(Path directory) {
    this.directory = directory;
  }

  /**
   * Reads the records. A file that cannot be parsed is ignored, and its volume stays mounted. Files
   * of interrupted writes are deleted.
   */
  static NodeRecords open(Path state) throws IOException {
    NodeRecords all = new NodeRecords(Files.createDirectories(state.resolve("volumes")));
    List<Path> files;
    try (Stream<Path> list = Files.list(all.directory)) {
      files = list.toList();
    }
    for (Path file : files) {
      if (file.toString().endsWith(SUFFIX)) {
        all.load(file);
      } else {
        Files.delete(file);
      }
    }
    return all;
  }

  private void load(Path file) throws IOException {
    try {
      NodeRecord record = json.readValue(Files.readString(file), NodeRecord.class);
      records.put(record.id(), record);
    } catch (JacksonException e) {
      log.error("mount record {} cannot be read and is skipped", file, e);
      String name = file.getFileName().toString();
      skipped.add(name.substring(0, name.length() - SUFFIX.length()));
    }
  }

  Optional<NodeRecord> find(String volumeId, Path mountPoint) {
    return all(volumeId).filter(each -> each.place().equals(mountPoint)).findAny();
  }

  /** Returns the records of a volume, one for each path where it is mounted. */
  Stream<NodeRecord> all(String volumeId) {
    return records.values().stream().filter(each -> each.volumeId().equals(volumeId));
  }

  /** Returns the records of all volumes. */
  List<NodeRecord> all() {
    return List.copyOf(records.values());
  }

  /**
   * Returns the ids by which mounters know the volumes, also of those whose records cannot be read.
   */
  Set<String> ids() {
    Set<String> ids = new HashSet<>(records.keySet());
    ids.addAll(skipped);
    return ids;
  }

  /** Returns the records of volumes that are mounted or published at {@code path}. */
  Stream<NodeRecord> at(Path path) {
    return records.values().stream().filter(each -> each.isSeenAt(path));
  }

  void put(NodeRecord record) {
    try {
      write(file(record), json.writeValueAsString(record));
    } catch (IOException e) {
      throw new DriverException.Unavailable(
          "the record of a mount cannot be written in %s: %s".formatted(directory, e.getMessage()),
          e);
    }
    records.put(record.id(), record);
  }

  void remove(NodeRecord record) {
    try {
      Files.deleteIfExists(file(record));
    } catch (IOException e) {
      throw new DriverException.Unavailable(
          "%s cannot be removed: %s".formatted(file(record), e.getMessage()), e);
    }
    records.remove(record.id());
  }

  private Path file(NodeRecord record) {
    return directory.resolve(record.id() + SUFFIX);
  }

  private static void write(Path file, String text) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try (FileChannel channel =
        FileChannel.open(
            next,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
