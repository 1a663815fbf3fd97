package io.windlass.fs.namespace;

import io.windlass.fs.key.Keys;
import io.windlass.store.Revision;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
  private static final String SUFFIX = ".rename";
  private static final String DRAFT = SUFFIX + ".new";

  private final Path directory;
  private final Set<Begun> unfinished = ConcurrentHashMap.newKeySet();

  /**
   * Something that is being renamed.
   *
   * @param from key, or prefix with its slash
   * @param to key, or prefix with its slash
   * @param revision of the file that is renamed; {@link Revision#NONE}: a directory
   * @param nodes where its node is in the tree, and where it comes to be
   */
  public record Rename(String from, String to, Revision revision, Nodes nodes) {
    /** One of which no node is known. */
    public Rename(String from, String to, Revision revision) {
      this(from, to, revision, Nodes.UNKNOWN);
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
        if (name.endsWith(DRAFT)) {
          // It was to be begun.
          Files.deleteIfExists(file);
        } else if (name.endsWith(SUFFIX)) {
          read(file).ifPresent(unfinished::add);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the renames in %s cannot be read".formatted(directory), e);
    }
  }

  private static Optional<Begun> read(Path file) {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      String from = in.readUTF();
      String to = in.readUTF();
      Revision revision = new Revision(in.readUTF());
      return Optional.of(new Begun(file, new Rename(from, to, revision, nodes(in))));
    } catch (IOException e) {
      log.warn("{} cannot be read; a rename may be left half done", file, e);
      return Optional.empty();
    }
  }

  /** Earlier versions did not note them. */
  private static Nodes nodes(DataInputStream in) throws IOException {
    return in.available() == 0
        ? Nodes.UNKNOWN
        : new Nodes(in.readLong(), in.readLong(), in.readUTF(), in.readLong(), in.readUTF());
  }

  /** Notes that this begins. */
  public Begun begin(Rename rename) {
    String name = UUID.randomUUID().toString();
    Path file = directory.resolve(name + SUFFIX);
    Path draft = directory.resolve(name + DRAFT);
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(draft))) {
        out.writeUTF(rename.from);
        out.writeUTF(rename.to);
        out.writeUTF(rename.revision.token());
        out.writeLong(rename.nodes.instance);
        out.writeLong(rename.nodes.parent);
        out.writeUTF(rename.nodes.text);
        out.writeLong(rename.nodes.newParent);
        out.writeUTF(rename.nodes.newText);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("a rename cannot be noted in " + directory, e);
    }
    Begun begun = new Begun(file, rename);
    unfinished.add(begun);
    return begun;
  }

  /** It is finished, or never will be. */
  void end(Begun begun) {
    try {
      Files.deleteIfExists(begun.file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    unfinished.remove(begun);
  }

  /** Whether it was not ended yet. */
  boolean isUnfinished(Begun begun) {
    return unfinished.contains(begun);
  }

  /** All that was begun and not ended, by this process or one before. */
  public List<Begun> unfinished() {
    return List.copyOf(unfinished);
  }
}
