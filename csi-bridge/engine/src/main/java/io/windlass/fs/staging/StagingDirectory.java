package io.windlass.fs.staging;

import io.windlass.fs.journal.EventLog;
import io.windlass.fs.journal.RecordLog;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Directory on local disk with the staged files of one volume, as others than its mounter see it:
 * nothing in it is changed by looking.
 *
 * @param path of the directory
 */
public record StagingDirectory(Path path) {
  private static final String LOG = ".log";
  private static final String DATA = ".data";

  /** Directory with what met a newer object. */
  private static final String ASIDE = "aside";

  /** Most files that are kept aside; the oldest go first. */
  static final int MOST_ASIDE = 100;

  /** Longest name of a file that is kept aside, without its time. */
  private static final int NAME = 180;

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss").withZone(ZoneOffset.UTC);

  /** Returns what is not on the server, and what is kept aside. */
  public List<LeftFile> left() throws IOException {
    List<LeftFile> found = new ArrayList<>(unsent());
    for (Path file : files(path.resolve(ASIDE))) {
      found.add(new LeftFile(file.getFileName().toString(), Files.size(file), true, file));
    }
    return found;
  }

  /** Returns what is not on the server, and will be sent when the volume is mounted again. */
  public List<LeftFile> unsent() throws IOException {
    List<LeftFile> found = new ArrayList<>();
    for (Path file : files(path)) {
      String name = file.getFileName().toString();
      if (name.endsWith(LOG)) {
        unsent(file, path.resolve(name.replace(LOG, DATA))).ifPresent(found::add);
      }
    }
    return found;
  }

  /**
   * Returns the files that a mounter drops when it starts, or may: nothing in them is missing on
   * the server. No mounter may use the directory.
   *
   * @throws IOException also if a journal is damaged, or a newer version wrote it
   */
  public Set<Path> spent() throws IOException {
    List<Path> all = files(path);
    Set<Path> spent = new HashSet<>();
    for (Path file : all) {
      String name = file.getFileName().toString();
      boolean settled =
          name.endsWith(LOG) && unsent(file, path.resolve(name.replace(LOG, DATA))).isEmpty();
      if (settled || name.endsWith(RecordLog.DRAFT) || SendingBytes.isBeside(file)) {
        spent.add(file);
      }
    }
    for (Path file : all) {
      String name = file.getFileName().toString();
      Path journal = path.resolve(name.replace(DATA, LOG));
      if (name.endsWith(DATA) && (!all.contains(journal) || spent.contains(journal))) {
        spent.add(file);
      }
    }
    return spent;
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /** Reads a journal, which its mounter may be writing, or may just have removed. */
  private static Optional<LeftFile> unsent(Path journal, Path data) throws IOException {
    StateReader reader = new StateReader(TimeStamp.NONE);
    try {
      EventLog.look(journal, reader);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    return reader
        .state()
        .filter(state -> state.isDirty() && !state.isCutShort())
        .map(state -> new LeftFile(state.key(), state.extents().dirtyBytes(), false, data));
  }

  /**
   * Keeps the bytes that were written to a file under a name that a person finds: the key, in which
   * unusual characters are written as in a URL, and the time. What was not written is a hole.
   *
   * @return the file that is kept
   */
  Path keepAside(String key, Path data, Instant now) throws IOException {
    Path aside = Files.createDirectories(path.resolve(ASIDE));
    String name = URLEncoder.encode(key, StandardCharsets.UTF_8);
    String front = name.substring(0, Math.min(NAME, name.length())) + "~" + STAMP.format(now);
    List<Path> before = new ArrayList<>(files(aside));
    before.sort((one, other) -> Long.compare(lastModified(one), lastModified(other)));
    while (before.size() >= MOST_ASIDE) {
      Files.deleteIfExists(before.removeFirst());
    }
    for (int i = 0; ; i++) {
      Path kept = aside.resolve(i == 0 ? front : front + "-" + i);
      try {
        return Files.createLink(kept, data);
      } catch (FileAlreadyExistsException e) {
        // Another one of the same second.
      }
    }
  }

  private static long lastModified(Path file) {
    try {
      return Files.getLastModifiedTime(file).toMillis();
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }
}
