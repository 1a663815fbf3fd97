package io.windlass.mounter.volume;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.windlass.hash.Sha256;
import io.windlass.trial.ServerTrial.Subject;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What trials of a bucket's server found, on local disk: so it is not tried at each mount, and the
 * process that takes a mount over writes in the same way. The file has a line that names its form,
 * and one for each thing that a mount relies on: its name, whether the server keeps it, or is
 * believed to, and when that was tried, in seconds since 1970; 0: it could not be.
 */
final class FoundServer {
  /** Age from which a server is tried again: it may be another version by then. */
  static final Duration FRESH = Duration.ofDays(1);

  /** Age from which a file is removed, longer than mounts last: who takes one over needs it. */
  private static final Duration LEFT = Duration.ofDays(400);

  private static final Logger log = LoggerFactory.getLogger(FoundServer.class);
  private static final String NAME = "server-";
  private static final String FORM = "windlass server 2";

  /** It has the names of those that are broken, which were all tried when it was written. */
  private static final String FIRST_FORM = "windlass server 1";

  private static final Set<Subject> FIRST_TRIED =
      Set.of(Subject.WRITES, Subject.LISTINGS, Subject.UPLOADS, Subject.COPIES, Subject.RANGES);

  private static final Pattern LINE = Pattern.compile("([A-Z]+) (holds|broken) (\\d{1,12})");
  private static final int DIGITS = 32;

  private final Path root;
  private final Path file;
  private final InstantSource clock;

  private record Found(boolean isBroken, Instant tried) {
    static Found of(Matcher line) {
      return new Found(
          line.group(2).equals("broken"), Instant.ofEpochSecond(Long.parseLong(line.group(3))));
    }

    String line(Subject subject) {
      return "%s %s %d".formatted(subject, isBroken ? "broken" : "holds", tried.getEpochSecond());
    }
  }

  /**
   * Names the file; nothing is read yet.
   *
   * @param root directory on local disk for all volumes
   * @param source name of the bucket among all that this machine reads
   */
  FoundServer(Path root, String source, InstantSource clock) {
    this.root = root;
    this.file = root.resolve(NAME + Sha256.hex(source, DIGITS));
    this.clock = clock;
  }

  /**
   * Returns what of this the server was found not to keep; empty unless all of it was tried no
   * longer than {@link #FRESH} ago.
   */
  Optional<Set<Subject>> fresh(Set<Subject> subjects) throws IOException {
    return broken(subjects, found -> isYounger(FRESH, found.tried));
  }

  /** Returns what of this the server was found not to keep; empty unless all of it was tried. */
  Optional<Set<Subject>> last(Set<Subject> subjects) throws IOException {
    return broken(subjects, _ -> true);
  }

  private Optional<Set<Subject>> broken(Set<Subject> subjects, Predicate<Found> counts)
      throws IOException {
    Map<Subject, Found> all = read();
    all.values().removeIf(counts.negate());
    all.keySet().retainAll(subjects);
    if (all.size() < subjects.size()) {
      return Optional.empty();
    }
    all.values().removeIf(found -> !found.isBroken);
    return Optional.of(all.keySet());
  }

  private boolean isYounger(Duration most, Instant since) {
    Duration age = Duration.between(since, clock.instant());
    return !age.isNegative() && age.compareTo(most) < 0;
  }

  /** Returns what the file has; nothing if there is none, or it has another form. */
  private Map<Subject, Found> read() throws IOException {
    Map<Subject, Found> all = new EnumMap<>(Subject.class);
    List<String> lines;
    Instant written;
    try {
      lines = Files.readAllLines(file, UTF_8);
      written = Files.getLastModifiedTime(file).toInstant();
    } catch (NoSuchFileException e) {
      return all;
    }
    if (lines.contains(FIRST_FORM)) {
      FIRST_TRIED.forEach(each -> all.put(each, new Found(lines.contains(each.name()), written)));
    }
    if (lines.contains(FORM)) {
      for (Subject subject : Subject.values()) {
        lines.stream()
            .map(LINE::matcher)
            .filter(line -> line.matches() && line.group(1).equals(subject.name()))
            .forEach(line -> all.put(subject, Found.of(line)));
      }
    }
    return all;
  }

  /** Keeps what was found just now, beside what else was tried before. */
  void keep(Set<Subject> tried, Set<Subject> broken) throws IOException {
    Map<Subject, Found> all = read();
    tried.forEach(each -> all.put(each, new Found(broken.contains(each), clock.instant())));
    write(all);
  }

  /** Keeps that this could not be tried and is believed, unless it was tried before. */
  void believe(Set<Subject> untried) throws IOException {
    Map<Subject, Found> all = read();
    untried.forEach(each -> all.putIfAbsent(each, new Found(false, Instant.EPOCH)));
    write(all);
  }

  private void write(Map<Subject, Found> all) throws IOException {
    Files.createDirectories(
        root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    removeLeft();
    Path draft = file.resolveSibling("%s.%s".formatted(file.getFileName(), UUID.randomUUID()));
    try {
      Stream<String> lines =
          all.entrySet().stream().map(each -> each.getValue().line(each.getKey()));
      Files.write(draft, Stream.concat(Stream.of(FORM), lines).toList(), UTF_8);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** Of buckets that are mounted no more, and of processes that died; others do so meanwhile. */
  private void removeLeft() {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(root, NAME + "*")) {
      for (Path each : files) {
        Instant written = Files.getLastModifiedTime(each).toInstant();
        if (!isYounger(LEFT, written) && written.isBefore(clock.instant())) {
          Files.deleteIfExists(each);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      log.debug("what is left in {} stays for now", root, e);
    }
  }
}
