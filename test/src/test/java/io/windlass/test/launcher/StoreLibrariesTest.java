package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.secret.Keyring;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.LongForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which libraries of stores a process of the distribution has, and loads. */
class StoreLibrariesTest {
  @TempDir Path directory;

  @Test
  void foldersRepeatNothing() throws IOException {
    Path lib = Launch.distribution().resolve("lib");
    Set<String> names = artifacts(lib);
    for (String kind : List.of("azure", "gcs", "s3", "local", "tracing")) {
      Set<String> own = artifacts(lib.resolve(kind));
      assertThat(own).isNotEmpty().doesNotContainAnyElementsOf(names);
      names.addAll(own);
    }
    assertThat(artifacts(lib)).noneMatch(name -> name.startsWith("s3proxy"));
    assertThat(artifacts(lib.resolve("s3"))).contains("s3-2");
    assertThat(artifacts(lib.resolve("gcs")))
        .anyMatch(name -> name.startsWith("google-api-services-storage-v1"));
    assertThat(artifacts(lib.resolve("azure"))).contains("azure-storage-blob-12");
    assertThat(artifacts(lib.resolve("local"))).contains("s3proxy-4");
  }

  @Test
  void aDriverHasWhatItsBackendsUse() throws IOException {
    Path keys = Files.writeString(directory.resolve("keys"), Keyring.generate().reveal());
    Path credentials = Files.createDirectory(directory.resolve("key"));
    Files.writeString(credentials.resolve("accessKeyId"), "id");
    Files.writeString(credentials.resolve("secretAccessKey"), "secret");
    Path home = installation();
    installAnother(home);
    try (Running driver = Running.serving(s3Driver(home, keys), directory)) {
      assertThat(stores(driver.process().toHandle())).containsExactly("s3");
    }
  }

  @Test
  void theEmbeddedServerHasThoseOfS3Too() throws IOException {
    try (Running driver = Running.serving(directory)) {
      assertThat(stores(driver.process().toHandle())).containsExactly("local", "s3");
    }
  }

  /** A node does not know what its volumes will be on; what they are not on is not loaded. */
  @Test
  void aNodeWithoutVolumesLoadsNoStore() throws IOException {
    Path loaded = directory.resolve("loaded");
    Path home = installation();
    installAnother(home);
    Launch node =
        Launch.of(List.of(home.resolve("bin/windlass").toString(), "csi"))
            .with("CSI_ENDPOINT", "unix://" + directory.resolve("csi.sock"))
            .with("WINDLASS_CSI_MODE", "node")
            .with("WINDLASS_CSI_NODE_ID", "here")
            .with("WINDLASS_CSI_STATE", directory.resolve("state").toString())
            .with("WINDLASS_CSI_STAGING", directory.resolve("staging").toString())
            .with("WINDLASS_CSI_RUN", directory.resolve("run").toString())
            .with("WINDLASS_MOUNTER_JAVA_OPTS", "-Xlog:class+load:file=" + loaded);
    try (Running plugin = Running.serving(node, directory.resolve("csi.sock"), directory)) {
      plugin.until("a mounter", () -> plugin.process().descendants().findFirst().isPresent());
      ProcessHandle mounter = plugin.process().descendants().findFirst().orElseThrow();
      assertThat(stores(plugin.process().toHandle())).isEmpty();
      plugin.until(
          "its stores", () -> stores(mounter).equals(List.of("another", "azure", "gcs", "s3")));
      plugin.until(
          "its main class",
          () -> Files.readString(loaded).contains("io.windlass.mounter.Mounter "));
      assertThat(Files.readAllLines(loaded)).noneMatch(StoreLibrariesTest::isOfAStore);
      plugin.stop();
    }
  }

  @Test
  void settingsOfAllKindsAreKnownWithoutTheirLibraries() throws IOException {
    Path loaded = directory.resolve("loaded");
    Outcome help =
        Launch.of(
                List.of(
                    without("azure", "gcs", "s3", "local").resolve("bin/windlass").toString(),
                    "cosi",
                    "--help"))
            .with("WINDLASS_JAVA_OPTS", "-Xlog:class+load:file=" + loaded)
            .run();

    assertThat(help.status()).as(help.err()).isZero();
    assertThat(help.out())
        .contains("one of azure, gcs, s3, local", "(azure)", "(gcs)", "(s3)", "(local)");
    assertThat(Files.readAllLines(loaded)).noneMatch(StoreLibrariesTest::isOfAStore);
  }

  @Test
  @LongForm(
      gate = "StoreLibrariesTest.settingsOfAllKindsAreKnownWithoutTheirLibraries",
      reason = "the same missing libraries, told by six commands")
  void aKindWhoseLibrariesAreMissingIsTold() throws IOException {
    Path keys = Files.writeString(directory.resolve("keys"), Keyring.generate().reveal());
    Files.createDirectory(directory.resolve("key"));
    Path home = without("azure", "s3");
    Path windlass = home.resolve("bin/windlass");

    Outcome driver = s3Driver(home, keys).run();
    assertThat(driver.status()).isEqualTo(78);
    assertThat(driver.err())
        .contains(
            "backend here is of kind s3, whose libraries are not installed: "
                + home.resolve("lib/s3")
                + " is missing");

    Outcome mount =
        Launch.of(
                List.of(
                    windlass.toString(),
                    "mount",
                    "s3://photos",
                    Files.createDirectory(directory.resolve("mnt")).toString(),
                    "--endpoint=http://127.0.0.1:1",
                    "--run-directory=" + directory.resolve("run"),
                    "--staging=" + directory.resolve("staging")))
            .with("AWS_ACCESS_KEY_ID", "id")
            .with("AWS_SECRET_ACCESS_KEY", "secret")
            .run();
    assertThat(mount.status()).isEqualTo(1);
    assertThat(mount.err())
        .contains("is on s3, and this mounter was started without the libraries for that");

    aClientIsTold("s3", windlass, "cosi-sanity", "--s3");
    aClientIsTold("azure", windlass, "cosi-sanity", "--azure");
    aClientIsTold("s3", windlass, "demo");
    aClientIsTold("azure", windlass, "demo", "--on", "azure");
    aClientIsTold("s3", windlass, "demo", "--on", "gcs");
  }

  private static void aClientIsTold(String kind, Path windlass, String... command) {
    Outcome client =
        Launch.of(Stream.concat(Stream.of(windlass.toString()), Stream.of(command)).toList()).run();
    assertThat(client.status()).isEqualTo(1);
    assertThat(client.err()).contains("needs the libraries of kind " + kind).hasLineCount(1);
  }

  private Launch s3Driver(Path home, Path keys) {
    return Launch.of(List.of(home.resolve("bin/windlass").toString(), "cosi"))
        .with("COSI_ENDPOINT", "unix://" + directory.resolve("cosi.sock"))
        .with("WINDLASS_BACKENDS", "here")
        .with("WINDLASS_HERE_KIND", "s3")
        .with("WINDLASS_HERE_FLAVOR", "none")
        .with("WINDLASS_HERE_ENDPOINT", "http://127.0.0.1:1")
        .with("WINDLASS_HERE_CREDENTIALS", directory.resolve("key").toString())
        .with("WINDLASS_KEYS", keys.toString());
  }

  /** A copy of the distribution, which uses no cache: who does has the libraries of S3, too. */
  private Path installation() throws IOException {
    Path home = directory.resolve("installation");
    Outcome copied =
        Launch.of(List.of("cp", "-pR", Launch.distribution().toString(), home.toString())).run();
    assertThat(copied.status()).as(copied.err()).isZero();
    Files.deleteIfExists(home.resolve("lib/windlass.aot.jars"));
    return home;
  }

  /** Libraries of one more kind of store. */
  private static void installAnother(Path home) throws IOException {
    Path jar = home.resolve("lib/another/another.jar");
    Files.createDirectory(jar.getParent());
    Files.copy(home.resolve("lib/windlass.jar"), jar);
  }

  /** A copy of the distribution that lacks libraries of these kinds. */
  private Path without(String... kinds) throws IOException {
    Path home = installation();
    for (String kind : kinds) {
      Path folder = home.resolve("lib").resolve(kind);
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
    return home;
  }

  /** The kinds whose libraries are on the class path of a process. */
  private static List<String> stores(ProcessHandle process) throws IOException {
    String command = Files.readString(Path.of("/proc/%d/cmdline".formatted(process.pid())));
    return Arrays.stream(command.split("\0", -1))
        .flatMap(word -> Arrays.stream(word.split(":", -1)))
        .filter(word -> word.endsWith(".jar"))
        .map(jar -> jar.replaceFirst(".*/([^/]+)/[^/]+$", "$1"))
        .filter(folder -> !folder.equals("lib"))
        .distinct()
        .sorted()
        .toList();
  }

  /** Whether a line about a class names a package of a library of stores. */
  private static boolean isOfAStore(String line) {
    return line.contains("software.amazon.awssdk.")
        || line.contains("com.azure.")
        || line.contains("com.google.api.client.")
        || line.contains("com.google.auth.")
        || line.contains("org.gaul.");
  }

  /** Names of jars, with the first number of their versions: the second Jackson is another. */
  private static Set<String> artifacts(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".jar"))
          .map(name -> name.replaceFirst("-([0-9]+).*", "-$1"))
          // Of AWS and of Azure, each of which may be there without the other.
          .filter(name -> !name.equals("reactive-streams-1"))
          .collect(Collectors.toCollection(HashSet::new));
    }
  }
}
