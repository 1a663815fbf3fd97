package io.windlass.architecture;

import static java.util.Map.entry;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The gate is deterministic, and shows in small what the long form shows: rules over the sources of
 * the tests of all modules.
 */
class TestFormTest {
  private static final TestSources SOURCES = sources();

  /** Files of the gate that may do what others may not, with the reason. */
  private static final Map<String, String> EXCEPTIONS =
      Map.ofEntries(
          entry("UniqueName", "names on a shared server must differ from run to run"),
          entry("TestForm", "it draws seeds in the long form only"),
          entry("FreePort", "a port that others do not look for at the same time"),
          entry("Minio", "passwords of servers are secrets"),
          entry("Azurite", "keys of servers are secrets"),
          entry("FakeAccount", "keys of accounts are secrets"),
          entry("RetryLoop", "pauses between a question and its repetition, as sidecars make them"),
          entry("Served", "it mixes up the order of its threads, and every order is right"),
          entry("WritingModelRun", "a thread's state only decides which way a seed goes"),
          entry("PodWorkload", "a program that works at a steady pace, for as long as it is left"),
          entry("LostServer", "it kills processes of a store, which the long form alone has"),
          entry("HmacKeys", "secrets of keys are secrets"),
          entry("WireServer", "it is slow where a test of the long form wants it slow"));

  /** Files that may start programs without {@code Programs}, with the reason. */
  private static final Map<String, String> STARTING =
      Map.of(
          "Programs", "the place where all others find theirs",
          "FakeGcsServerComparison", "no test: a person starts it, and names the file");

  private static TestSources sources() {
    try {
      return TestSources.below(Launch.root());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whatIsLongIsShownInSmallByTheGate() {
    assertThat(
            problems(
                SOURCES,
                "gate",
                names -> names.isEmpty() || !names.stream().allMatch(SOURCES::isInGate)))
        .as("what names no test, or one that the gate does not run")
        .isEmpty();
  }

  @Test
  void whyItIsLongIsALine() {
    assertThat(problems(SOURCES, "reason", TestFormTest::areNoLine)).isEmpty();
  }

  private static boolean areNoLine(List<String> reasons) {
    return !reasons.stream().allMatch(reason -> reason.lines().count() == 1 && !reason.isBlank());
  }

  /** The annotations whose element is wrong. */
  private static List<String> problems(
      TestSources sources, String element, Predicate<List<String>> isWrong) {
    List<String> problems = new ArrayList<>();
    for (SourceClass type : sources.classes()) {
      type.longForms()
          .forEach(annotation -> {
            List<String> texts = Constants.texts(type.file(), annotation, element);
            if (isWrong.test(texts)) {
              problems.add("%s: %s = %s".formatted(type.file().place(annotation), element, texts));
            }
          });
    }
    return problems;
  }

  @Test
  void theGateDependsOnNoTimeAndNoChance() {
    Set<SourceFile> files = GateSources.of(SOURCES);
    assertThat(files).hasSizeGreaterThan(100);
    assertThat(
            files.stream()
                .filter(file -> !EXCEPTIONS.containsKey(file.name()))
                .flatMap(file -> GateOffences.in(file, SOURCES).stream()))
        .isEmpty();
    assertThat(EXCEPTIONS.keySet())
        .as("exceptions that are needed")
        .isSubsetOf(
            files.stream()
                .filter(file -> !GateOffences.in(file, SOURCES).isEmpty())
                .map(SourceFile::name)
                .collect(toCollection(TreeSet::new)));
  }

  /** {@code Programs} looks where it is, and skips a test whose program is missing. */
  @Test
  void noTestStartsAProgramByItself() {
    assertThat(
            SOURCES.files().values().stream()
                .filter(file -> !STARTING.containsKey(file.name()))
                .flatMap(file -> StartedPrograms.in(file).stream()))
        .isEmpty();
  }

  @Test
  void theseRulesFindWhatTheyLookFor(@TempDir Path root) throws IOException {
    Path folder = Files.createDirectories(root.resolve("module/src/test/java/a"));
    Path shared = Files.createDirectories(root.resolve("module/some-testing/src/main/java/a"));
    Path product = Files.createDirectories(root.resolve("module/src/main/java/a"));
    write(
        folder,
        "MixedTest",
        """
        class MixedTest extends Contract {
          private static final Duration SHORT = Duration.ofSeconds(119);
          private static final Duration ENOUGH = Duration.ofSeconds(120);
          @Test void short() { await().atMost(SHORT).until(done); }
          @Test void enough() { await().atMost(ENOUGH).until(done); Helper.help(); }
          @Test @LongForm(gate = "Gone", reason = "") void sleeping() { Thread.sleep(1); Far.go(); }
        }
        """);
    write(
        folder,
        "Contract",
        """
        abstract class Contract implements Whole {
          @Test void unit() { await().atMost(2, TimeUnit.MINUTES); await().atMost(1, MINUTES); }
          void end() { process.waitFor(); process.waitFor(9, SECONDS); stub.withDeadlineAfter(limit); }
          @Test @LongForm(gate = {"MixedTest.enough", "LongTest"}, reason = "a\\nb") void slow() {}
        }
        """);
    write(
        folder,
        "LongTest",
        """
        @LongForm(gate = {"Contract.unit", "MixedTest", "Contract.slow"}, reason = "real" + " time")
        class LongTest extends Contract { @Test void sleeping() { Thread.sleep(1); } }
        """);
    write(
        shared,
        "Helper",
        """
        class Helper {
          static void help() { new Random(); new Random(7); ThreadLocalRandom.current(); Own.go(); }
          static void start() { new ProcessBuilder("git", "init").start(); }
          static void run(Runtime runtime) { runtime.exec("git"); Runtime.getRuntime().exec("ls"); }
          static boolean waits(Thread t) { return t.getState() == Thread.State.WAITING; }
        }
        """);
    write(folder, "Whole", "interface Whole { @Test default void whole() {} }");
    write(product, "Own", "class Own { static void go() { Thread.sleep(1); } }");
    write(folder, "Far", "class Far { static void go() { Thread.sleep(1); } }");

    TestSources sources = TestSources.below(root);

    List<String> offences = new ArrayList<>();
    GateSources.of(sources).forEach(file -> offences.addAll(GateOffences.in(file, sources)));
    assertThat(offences)
        .extracting(offence -> offence.replaceAll(".*/(\\w+)\\.java:(\\d+): .*", "$1 $2"))
        .containsExactlyInAnyOrder(
            "MixedTest 5", "Contract 3", "Contract 4", "Helper 3", "Helper 3", "Helper 6");
    assertThat(sources.files().values().stream().flatMap(f -> StartedPrograms.in(f).stream()))
        .extracting(offence -> offence.replaceAll(".*/(\\w+)\\.java:(\\d+): .*", "$1 $2"))
        .containsExactly("Helper 4", "Helper 5", "Helper 5");
    assertThat(Stream.of("Contract.unit", "MixedTest.enough", "MixedTest.whole", "Whole"))
        .allMatch(sources::isInGate);
    assertThat(
            Stream.of(
                "Gone", "LongTest", "Contract.enough", "LongTest.unit", "Contract.slow", "Helper"))
        .noneMatch(sources::isInGate);
    assertThat(problems(sources, "reason", _ -> true)).hasSize(3);
    assertThat(problems(sources, "reason", TestFormTest::areNoLine))
        .extracting(problem -> problem.replaceAll(".*/(\\w+)\\.java:(\\d+): .*(?s:.*)", "$1 $2"))
        .containsExactlyInAnyOrder("MixedTest 7", "Contract 5");
  }

  private static void write(Path folder, String name, String text) throws IOException {
    Files.writeString(folder.resolve(name + ".java"), "package a;\n" + text);
  }
}
