package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.Missing;
import io.windlass.testing.Programs;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that know nothing of object storage work on a mount as on a local disk. Each script of
 * {@code programs/} runs by itself in a directory of the mount, {@code $D}, with {@code $L} on
 * local disk; its first line names the programs that it needs.
 */
@RealServer({MinioServer.class, AzuriteServer.class})
class ProgramsTest {
  private static final Path SCRIPTS = Path.of("src/test/programs");
  private static final String NEEDS = "# needs ";

  /**
   * What Azure and Google do in another way than S3 is renames, changes of metadata, and uploads.
   */
  private static final Set<String> ON_CLOUDS = Set.of("git.sh", "rsync.sh", "sqlite.sh");

  /** Git renames and replaces files; SQLite locks and synchronises them. */
  private static final Set<String> IN_THE_GATE = Set.of("git.sh", "sqlite.sh");

  /** All take some minutes more for each cloud: {@code -Dwindlass.programs=all}. */
  private static final boolean ALL = "all".equals(System.getProperty("windlass.programs"));

  @TempDir Path scratch;

  @Test
  void someWork(MinioServer server) throws IOException {
    run(new TestBucket(server, scratch), scripts(IN_THE_GATE));
  }

  @Test
  @LongForm(gate = "ProgramsTest.someWork", reason = "some of a dozen programs take half a minute")
  void theyWork(MinioServer server) throws IOException {
    run(new TestBucket(server, scratch), scripts());
  }

  @Test
  @LongForm(gate = "ProgramsTest.someWork", reason = "the same on another server")
  void theyWorkOnAzure(AzuriteServer server) throws IOException {
    run(TestBucket.container(server), scriptsForClouds());
  }

  @Test
  @LongForm(gate = "ProgramsTest.someWork", reason = "the same on another server")
  void theyWorkOnAFakeOfGoogle() throws IOException {
    run(TestBucket.google(scratch), scriptsForClouds());
  }

  private static List<Path> scriptsForClouds() throws IOException {
    return ALL ? scripts() : scripts(ON_CLOUDS);
  }

  private static List<Path> scripts(Set<String> names) throws IOException {
    List<Path> some =
        scripts().stream().filter(each -> names.contains(each.getFileName().toString())).toList();
    assertThat(some).hasSameSizeAs(names);
    return some;
  }

  private static List<Path> scripts() throws IOException {
    try (var all = Files.list(SCRIPTS)) {
      return all.sorted().toList();
    }
  }

  private void run(TestBucket made, List<Path> scripts) throws IOException {
    Map<String, String> failures = new TreeMap<>();
    Set<String> missing = new TreeSet<>();
    assertThat(scripts).isNotEmpty();
    try (TestBucket bucket = made;
        MountedBucket mounted = bucket.mount(scratch)) {
      for (Path script : scripts) {
        String name = script.getFileName().toString();
        List<String> absent = needs(script).filter(each -> !Programs.isInstalled(each)).toList();
        missing.addAll(absent);
        if (!absent.isEmpty()) {
          continue;
        }
        Path here = Files.createDirectory(mounted.directory().resolve(name));
        Path local = Files.createDirectories(scratch.resolve("local").resolve(name));
        long began = System.nanoTime();
        Outcome outcome =
            run(
                "D='%s' L='%s'; cd '%s'; . '%s'"
                    .formatted(here, local, here, script.toAbsolutePath()));
        if (outcome.status() != 0) {
          failures.put(name, outcome.out() + outcome.err());
        }
        System.out.printf(
            "%-12s %s, %d ms%n",
            name,
            outcome.status() == 0 ? "works" : "FAILS",
            (System.nanoTime() - began) / 1_000_000);
      }
      assertThat(failures).as(mounted.log()).isEmpty();
    }
    if (!missing.isEmpty()) {
      throw Missing.of(String.join(", ", missing), "install them, or call .ci/run");
    }
  }

  private static Stream<String> needs(Path script) throws IOException {
    String first = Files.readAllLines(script).getFirst();
    assertThat(first).as("the first line of %s", script).startsWith(NEEDS);
    return Stream.of(first.substring(NEEDS.length()).split(" "));
  }

  private static Outcome run(String command) {
    return Launch.of(List.of("sh", "-eux", "-c", command)).run();
  }
}
