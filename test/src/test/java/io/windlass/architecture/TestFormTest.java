package io.windlass.architecture;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.AnnotationTree;
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
import java.util.function.BiFunction;
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
      Map.of(
          "UniqueName", "names on a shared server must differ from run to run",
          "TestForm", "it draws seeds in the long form only",
          "FreePort", "a port that others do not look for at the same time",
          "Minio", "passwords of servers are secrets",
          "Azurite", "keys of servers are secrets",
          "FakeAccount", "keys of accounts are secrets",
          "Insistence", "pauses between a question and its repetition, as sidecars make them");

  /** Files that are still to be changed. */
  private static final Set<String> PENDING =
      Set.of(
          // The engine: states of threads taken for "waits", sleeps, and limits of patience.
          "ExternalMounterTest",
          "KillTest",
          "MountLifeTest",
          "MounterPeersTest",
          "PathLocksTest",
          "ProgressTest",
          "ReadingWhileRenamingTest",
          "RenamingTest",
          "Served",
          "TablesTest",
          "UnpublishedChangesTest",
          "WritingModelRun",
          "WritingWhilePublishingTest",
          // Stores: sleeps of a scripted server, and limits of patience.
          "AccessLifeContract",
          "BrokenServerTest",
          "ContainerInstance",
          "PrivateServer",
          // Volumes: a seed that is drawn.
          "FakeAzureVolumesTest",
          // Mounts, pods and images: seeds that are drawn, sleeps, and limits of patience.
          "ContainerDriver",
          "Containers",
          "CsiPlugin",
          "DriverProcess",
          "FsxTest",
          "KillPlan",
          "MountLossTest",
          "Namespaces",
          "NodeDeathTest",
          "NodeTroubleTest",
          "NodeVolumesTest",
          "Pod",
          "PodNode",
          "PodWorkload",
          "ProbesTest",
          "Readers",
          "ServerCopyTest");

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
            ofLongForms(
                SOURCES,
                (annotation, place) ->
                    Constants.texts(annotation, "gate").stream()
                        .filter(named -> !SOURCES.isInGate(named))
                        .map(named -> "%s: %s is no test of the gate".formatted(place, named))))
        .isEmpty();
    assertThat(
            ofLongForms(
                SOURCES,
                (annotation, place) ->
                    Constants.texts(annotation, "gate").isEmpty()
                        ? Stream.of(place)
                        : Stream.empty()))
        .as("tests of the long form that name none of the gate")
        .isEmpty();
  }

  @Test
  void whyItIsLongIsALine() {
    assertThat(
            ofLongForms(
                SOURCES,
                (annotation, place) ->
                    Constants.texts(annotation, "reason").stream().allMatch(TestFormTest::isLine)
                        ? Stream.empty()
                        : Stream.of(place)))
        .isEmpty();
  }

  private static boolean isLine(String reason) {
    return !reason.isBlank() && reason.lines().count() == 1;
  }

  private static List<String> ofLongForms(
      TestSources sources, BiFunction<AnnotationTree, String, Stream<String>> problems) {
    return sources.classes().stream()
        .flatMap(
            type -> type.longForms().flatMap(each -> problems.apply(each, type.file().place(each))))
        .toList();
  }

  @Test
  void theGateDependsOnNoTimeAndNoChance() {
    Set<SourceFile> files = GateSources.of(SOURCES);
    assertThat(files).hasSizeGreaterThan(100);
    Set<String> excused = new TreeSet<>(EXCEPTIONS.keySet());
    excused.addAll(PENDING);
    assertThat(
            files.stream()
                .filter(file -> !excused.contains(file.name()))
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

  @Test
  void theseRulesFindWhatTheyLookFor(@TempDir Path root) throws IOException {
    Path folder = Files.createDirectories(root.resolve("module/src/test/java/a"));
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
        abstract class Contract {
          @Test void unit() { await().atMost(2, TimeUnit.MINUTES); await().atMost(1, MINUTES); }
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
        folder,
        "Helper",
        """
        class Helper {
          static void help() { new Random(); new Random(7); ThreadLocalRandom.current(); }
          static boolean waits(Thread t) { return t.getState() == Thread.State.WAITING; }
        }
        """);
    write(folder, "Far", "class Far { static void go() { Thread.sleep(1); } }");

    TestSources sources = TestSources.below(root);

    List<String> offences = new ArrayList<>();
    GateSources.of(sources).forEach(file -> offences.addAll(GateOffences.in(file, sources)));
    assertThat(offences)
        .extracting(offence -> offence.replaceAll(".*/(\\w+)\\.java:(\\d+): .*", "$1 $2"))
        .containsExactlyInAnyOrder("MixedTest 5", "Contract 3", "Helper 3", "Helper 3", "Helper 4");
    assertThat(Stream.of("Contract.unit", "MixedTest", "MixedTest.enough"))
        .allMatch(sources::isInGate);
    assertThat(Stream.of("Gone", "LongTest", "LongTest.unit", "Contract.slow", "Helper"))
        .noneMatch(sources::isInGate);
    assertThat(ofLongForms(sources, (_, place) -> Stream.of(place))).hasSize(3);
    assertThat(Stream.of("", " ", "a\nb")).noneMatch(TestFormTest::isLine);
  }

  private static void write(Path folder, String name, String text) throws IOException {
    Files.writeString(folder.resolve(name + ".java"), "package a;\n" + text);
  }
}
