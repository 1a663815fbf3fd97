package io.windlass.mounter.volume;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.windlass.hash.Sha256;
import io.windlass.trial.ServerTrial.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * What the trial of a bucket's server found, on local disk: so it is not tried at each mount, and
 * the process that takes a mount over writes in the same way. The file has a line that names its
 * form, and one for each thing that the server does not keep.
 */
final class FoundServer {
  /** Age from which a server is tried again: it may be another version by then. */
  static final Duration FRESH = Duration.ofDays(1);

  private static final String FORM = "windlass server 1";
  private static final int DIGITS = 32;

  private final Path root;
  private final Path file;
  private final InstantSource clock;

  /**
   * Names the file; nothing is read yet.
   *
   * @param root directory on local disk for all volumes
   * @param source name of the bucket among all that this machine reads
   */
  FoundServer(Path root, String source, InstantSource clock) {
    this.root = root;
    this.file = root.resolve("server-" + Sha256.hex(source, DIGITS));
    this.clock = clock;
  }

  /** Returns what the server was found not to keep, if that is no older than {@link #FRESH}. */
  Optional<Set<Subject>> fresh() throws IOException {
    return last().isPresent() && isFresh() ? last() : Optional.empty();
  }

  private boolean isFresh() throws IOException {
    Duration age = Duration.between(Files.getLastModifiedTime(file).toInstant(), clock.instant());
    return !age.isNegative() && age.compareTo(FRESH) < 0;
  }

  /**
   * Returns what the server was found not to keep, at any time; empty also if a version with
   * another form wrote the file.
   */
  Optional<Set<Subject>> last() throws IOException {
    List<String> lines;
    try {
      lines = Files.readAllLines(file, UTF_8);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    if (lines.isEmpty() || !lines.getFirst().equals(FORM)) {
      return Optional.empty();
    }
    Set<Subject> broken = EnumSet.noneOf(Subject.class);
    for (Subject subject : Subject.values()) {
      if (lines.contains(subject.name())) {
        broken.add(subject);
      }
    }
    return Optional.of(broken);
  }

  /** Keeps what was found, in place of what was kept. */
  void keep(Set<Subject> broken) throws IOException {
    Files.createDirectories(
        root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Path draft = file.resolveSibling("%s.%s".formatted(file.getFileName(), UUID.randomUUID()));
    try {
      Files.write(
          draft,
          Stream.concat(Stream.of(FORM), broken.stream().map(Subject::name)).toList(),
          UTF_8);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
