package io.windlass.fs.namespace;

import io.windlass.fs.journal.DamagedLogException;
import io.windlass.fs.journal.RecordLog;
import io.windlass.fs.journal.WriteException;
import io.windlass.fs.key.Keys;
import io.windlass.object.Condition;
import io.windlass.object.Revision;
import io.windlass.proto.staging.RenameIntent;
import io.windlass.record.RecordFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log, on local disk, of renames that were begun: they take several steps in the bucket, and are
 * finished even after the death of all processes.
 */
public final class RenameIntentLog {
  private static final Logger log = LoggerFactory.getLogger(RenameIntentLog.class);
  private static final String SUFFIX = ".intent";
  private static final RecordFormat<RenameIntent> FORMAT =
      new RecordFormat<>("windlass rename", 1, RenameIntent.parser());

  private final Path directory;
  private final Map<Path, Begun> unfinished = new ConcurrentHashMap<>();

  /**
   * Rename of a file or directory.
   *
   * @param from key, or prefix with its slash
   * @param to key, or prefix with its slash
   * @param revision of the file that is renamed; {@link Revision#NONE}: a directory
   * @param nodes names between which its node is moved
   * @param destination condition that the new name of a file met when the rename began, for a copy
   *     to it; empty: a directory
   * @param copied revision of the file at its new name, once the store has copied it
   */
  public record Rename(
      String from,
      String to,
      Revision revision,
      Nodes nodes,
      Optional<Condition> destination,
      Optional<Revision> copied) {
    /** Creates a rename of which nothing else is known. */
    public Rename(String from, String to, Revision revision) {
      this(from, to, revision, Nodes.UNKNOWN);
    }

    /** Creates a rename that has copied nothing yet. */
    Rename(String from, String to, Revision revision, Nodes nodes) {
      this(from, to, revision, nodes, Optional.empty(), Optional.empty());
    }

    Rename withDestination(Condition condition) {
      return new Rename(from, to, revision, nodes, Optional.of(condition), copied);
    }

    private Rename withCopied(Revision made) {
      return new Rename(from, to, revision, nodes, destination, Optional.of(made));
    }

    boolean isDirectory() {
      return revision.isNone();
    }

    /** Returns both paths, those of a directory without their slashes. */
    List<String> paths() {
      return Stream.of(from, to)
          .map(path -> isDirectory() ? path.substring(0, path.length() - 1) : path)
          .toList();
    }

    /** Returns whether a path is at or below one of the two paths. */
    boolean covers(String path) {
      return paths().stream().anyMatch(own -> Keys.isWithin(path, own));
    }

    /** Returns whether a path is at, below or around one of the two paths. */
    boolean touches(String path) {
      return paths().stream().anyMatch(own -> Keys.isWithin(path, own) || Keys.isWithin(own, path));
    }
  }

  /**
   * Names between which a node is moved.
   *
   * @param instance number of the volume that gave out the nodes; they mean nothing to another
   */
  record Nodes(long instance, long parent, String text, long newParent, String newText) {
    static final Nodes UNKNOWN = new Nodes(0, 0, "", 0, "");
  }

  /**
   * Rename that was begun, and is unfinished until it is {@linkplain RenameIntentLog#end ended}.
   */
  public record Begun(Path file, Rename rename) {}

  /**
   * Opens the log, and reads the renames that earlier processes began and did not end.
   *
   * @param directory directory of the log; created when it is needed
   * @throws UncheckedIOException if the directory cannot be read, or a newer version wrote a file
   *     in it, which is left as it is
   */
  public RenameIntentLog(Path directory) {
    this.directory = directory;
    if (Files.isDirectory(directory)) {
      recover();
    }
  }

  private void recover() {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(RecordLog.DRAFT)) {
          // The process died before the rename began.
          Files.deleteIfExists(file);
        } else if (name.endsWith(SUFFIX)) {
          read(file).ifPresent(begun -> unfinished.put(file, begun));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the renames in %s cannot be read: %s".formatted(directory, e.getMessage()), e);
    }
  }

  private static Optional<Begun> read(Path file) throws IOException {
    try {
      return Optional.of(new Begun(file, decode(RecordLog.single(file, FORMAT))));
    } catch (DamagedLogException e) {
      log.warn("{} cannot be read; a rename may be left half done", file, e);
      return Optional.empty();
    }
  }

  private static Rename decode(RenameIntent intent) {
    return new Rename(
        intent.getFrom(),
        intent.getTo(),
        new Revision(intent.getRevision()),
        intent.hasNodes() ? decode(intent.getNodes()) : Nodes.UNKNOWN,
        intent.hasReplaced() ? Optional.of(decode(intent.getReplaced())) : Optional.empty(),
        intent.hasCopied() ? Optional.of(new Revision(intent.getCopied())) : Optional.empty());
  }

  private static Condition decode(RenameIntent.Replaced replaced) {
    return replaced.hasRevision()
        ? Condition.ifMatch(new Revision(replaced.getRevision()))
        : Condition.ifAbsent();
  }

  private static Nodes decode(RenameIntent.Nodes nodes) {
    return new Nodes(
        nodes.getInstance(),
        nodes.getParent(),
        nodes.getText(),
        nodes.getNewParent(),
        nodes.getNewText());
  }

  /**
   * Records that a rename begins.
   *
   * @throws WriteException if local disk cannot take the record: nothing has begun then
   */
  public Begun begin(Rename rename) {
    Begun begun = new Begun(directory.resolve(UUID.randomUUID() + SUFFIX), rename);
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      write(begun);
    } catch (IOException e) {
      throw WriteException.ofDisk("a rename cannot be recorded in " + directory, e);
    }
    unfinished.put(begun.file, begun);
    return begun;
  }

  private static void write(Begun begun) throws IOException {
    RecordLog.create(begun.file, FORMAT, List.of(encode(begun.rename))).close();
  }

  /**
   * Records that the store has copied the file, and the revision of the copy. If local disk cannot
   * take that, the rename goes on; after the death of the process, the copy is known by what it is.
   */
  void copied(Begun begun, Revision made) {
    Begun now = new Begun(begun.file, begun.rename.withCopied(made));
    try {
      write(now);
    } catch (IOException e) {
      log.debug("the copy of {} is not recorded", begun.rename.from, e);
    }
    unfinished.put(now.file, now);
  }

  private static RenameIntent encode(Rename rename) {
    RenameIntent.Builder intent = RenameIntent.newBuilder().setFrom(rename.from).setTo(rename.to);
    if (!rename.isDirectory()) {
      intent.setRevision(rename.revision.token());
    }
    if (!rename.nodes.equals(Nodes.UNKNOWN)) {
      intent.setNodes(
          RenameIntent.Nodes.newBuilder()
              .setInstance(rename.nodes.instance)
              .setParent(rename.nodes.parent)
              .setText(rename.nodes.text)
              .setNewParent(rename.nodes.newParent)
              .setNewText(rename.nodes.newText));
    }
    rename.destination.ifPresent(condition -> intent.setReplaced(encode(condition)));
    rename.copied.ifPresent(made -> intent.setCopied(made.token()));
    return intent.build();
  }

  private static RenameIntent.Replaced encode(Condition condition) {
    RenameIntent.Replaced.Builder replaced = RenameIntent.Replaced.newBuilder();
    if (condition instanceof Condition.IfMatch(Revision revision)) {
      replaced.setRevision(revision.token());
    }
    return replaced.build();
  }

  /**
   * Removes a rename that is finished, or never will be.
   *
   * @throws WriteException if local disk cannot remove it: it stays unfinished, since the next
   *     process would find it, too
   */
  void end(Begun begun) {
    try {
      Files.deleteIfExists(begun.file);
    } catch (IOException e) {
      throw WriteException.ofDisk("the record of a rename cannot be removed", e);
    }
    unfinished.remove(begun.file);
  }

  /** Returns a rename as recorded last; empty if it was ended. */
  Optional<Begun> current(Begun begun) {
    return Optional.ofNullable(unfinished.get(begun.file));
  }

  /** Returns all renames that this process or an earlier one began and did not end. */
  public List<Begun> unfinished() {
    return List.copyOf(unfinished.values());
  }
}
