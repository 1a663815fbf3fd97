package io.windlass.fs.namespace;

import io.windlass.fs.key.Keys;
import io.windlass.fs.write.RecordLog;
import io.windlass.proto.staging.RenameIntent;
import io.windlass.record.NewerFormatException;
import io.windlass.record.RecordFormat;
import io.windlass.store.Condition;
import io.windlass.store.Revision;
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
 * What has been begun and takes several steps in the bucket, on disk, so that it is finished after
 * the death of all processes.
 */
public final class RenameIntentLog {
  private static final Logger log = LoggerFactory.getLogger(RenameIntentLog.class);
  private static final String SUFFIX = ".intent";
  private static final RecordFormat<RenameIntent> FORMAT =
      new RecordFormat<>("windlass rename", 1, RenameIntent.parser());

  private final Path directory;
  private final Map<Path, Begun> unfinished = new ConcurrentHashMap<>();

  /**
   * Something that is being renamed.
   *
   * @param from key, or prefix with its slash
   * @param to key, or prefix with its slash
   * @param revision of the file that is renamed; {@link Revision#NONE}: a directory
   * @param nodes where its node is in the tree, and where it comes to be
   * @param destination what the new name of a file had when this began, as the condition of a copy
   *     to it; empty: a directory, or noted by version 0.1
   * @param copied of the file at its new name, once the store has copied it
   */
  public record Rename(
      String from,
      String to,
      Revision revision,
      Nodes nodes,
      Optional<Condition> destination,
      Optional<Revision> copied) {
    /** One of which no more is known. */
    public Rename(String from, String to, Revision revision) {
      this(from, to, revision, Nodes.UNKNOWN);
    }

    /** One that copied nothing yet. */
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

    /** Of a directory without their slashes. */
    List<String> paths() {
      return Stream.of(from, to)
          .map(path -> isDirectory() ? path.substring(0, path.length() - 1) : path)
          .toList();
    }

    /** Whether a path is within one of its own, or around one. */
    boolean touches(String path) {
      return paths().stream().anyMatch(own -> Keys.isWithin(path, own) || Keys.isWithin(own, path));
    }
  }

  /**
   * Between which names a node is moved.
   *
   * @param instance the volume that gave out the nodes; they mean nothing to another
   */
  record Nodes(long instance, long parent, String text, long newParent, String newText) {
    static final Nodes UNKNOWN = new Nodes(0, 0, "", 0, "");
  }

  /**
   * A rename that was begun, and is not finished until it is {@linkplain RenameIntentLog#end
   * ended}.
   */
  public record Begun(Path file, Rename rename) {}

  /**
   * Goes on with what processes before this have begun and not ended.
   *
   * @param directory made when it is needed
   * @throws UncheckedIOException if it cannot be read, or a newer version wrote what is in it,
   *     which is left as it is
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
          // It was to be begun.
          Files.deleteIfExists(file);
        } else if (name.endsWith(SUFFIX) || name.endsWith(LegacyRenameIntent.SUFFIX)) {
          read(file).ifPresent(begun -> unfinished.put(file, begun));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the renames in %s cannot be read: %s".formatted(directory, e.getMessage()), e);
    }
  }

  private static Optional<Begun> read(Path file) throws NewerFormatException {
    try {
      Rename rename =
          file.getFileName().toString().endsWith(SUFFIX)
              ? decode(RecordLog.single(file, FORMAT))
              : LegacyRenameIntent.read(file);
      return Optional.of(new Begun(file, rename));
    } catch (NewerFormatException e) {
      throw e;
    } catch (IOException e) {
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

  /** Notes that this begins. */
  public Begun begin(Rename rename) {
    Path file = directory.resolve(UUID.randomUUID() + SUFFIX);
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException e) {
      throw new UncheckedIOException("a rename cannot be noted in " + directory, e);
    }
    return note(new Begun(file, rename));
  }

  private Begun note(Begun begun) {
    try {
      RecordLog.create(begun.file, FORMAT, List.of(encode(begun.rename))).close();
    } catch (IOException e) {
      throw new UncheckedIOException("a rename cannot be noted in " + directory, e);
    }
    unfinished.put(begun.file, begun);
    return begun;
  }

  /** Notes that the store has copied the file, as this revision. */
  void copied(Begun begun, Revision made) {
    Begun _ = note(new Begun(begun.file, begun.rename.withCopied(made)));
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

  /** It is finished, or never will be. */
  void end(Begun begun) {
    try {
      Files.deleteIfExists(begun.file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    unfinished.remove(begun.file);
  }

  /** What is known of it now; nothing if it was ended. */
  Optional<Begun> current(Begun begun) {
    return Optional.ofNullable(unfinished.get(begun.file));
  }

  /** All that was begun and not ended, by this process or one before. */
  public List<Begun> unfinished() {
    return List.copyOf(unfinished.values());
  }
}
