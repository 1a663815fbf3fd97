package io.windlass.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Builds the image of the distribution that this build assembled, without caches. In the long form
 * alone, because two images take a minute; the gate has what they are made with, {@link
 * TarStreamTest} and {@link ElfFileTest}.
 */
@Tag("long")
class BuildImageTest {
  private static final PrintStream QUIET =
      new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

  @TempDir Path directory;

  /** In two directories, because their names must not get into the image. */
  @Test
  void twoBuildsGiveTheSameBytes() throws IOException {
    assumeTrue(
        Boolean.getBoolean("windlass.image"),
        "an image is built twice with ./mvnw -Plong,image verify");
    Path first = directory.resolve("first");
    Path second = directory.resolve("the second one");
    String manifest = BuildImage.build(settings(first), QUIET);

    assertThat(BuildImage.build(settings(second), QUIET)).isEqualTo(manifest);
    Set<String> names = blobs(first);
    assertThat(blobs(second)).isEqualTo(names).hasSize(7);
    assertThat(second.resolve("oci/index.json"))
        .hasSameBinaryContentAs(first.resolve("oci/index.json"));
    for (String name : names) {
      byte[] blob = Files.readAllBytes(first.resolve("oci/blobs/sha256").resolve(name));
      assertThat(Digest.of(blob)).isEqualTo("sha256:" + name);
    }
    theBillNamesEverything(first);
  }

  private static void theBillNamesEverything(Path output) throws IOException {
    Architecture here = here();
    Path made = output.resolve(here.oci());
    JsonNode bill = new JsonMapper().readTree(made.resolve("windlass.cdx.json").toFile());
    List<String> names = new ArrayList<>();
    for (JsonNode component : bill.path("components")) {
      String name = component.path("name").asString();
      names.add(name);
      if (Set.of("glibc", "openjdk").contains(name)) {
        assertThat(component.path("version").asString()).matches("[0-9]+[.].+");
        assertThat(component.path("licenses").toString()).contains("GPL-2");
        assertThat(component.path("purl").asString()).startsWith("pkg:");
      }
    }
    try (Stream<Path> lib = Files.walk(made.resolve("windlass/lib"))) {
      assertThat(names)
          .hasSize((int) lib.filter(file -> file.toString().endsWith(".jar")).count() + 2);
    }
    assertThat(names).contains("glibc", "openjdk", "netty-buffer", "windlass-deploy");
  }

  private static Set<String> blobs(Path output) throws IOException {
    try (Stream<Path> files = Files.list(output.resolve("oci/blobs/sha256"))) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  private static ImageSettings settings(Path output) {
    return new ImageSettings(
        Path.of("../target/windlass").toAbsolutePath().normalize(),
        Path.of("../../target/windlass-sbom.json"),
        here(),
        Optional.empty(),
        Path.of("/"),
        false,
        "1.0",
        Instant.parse("2026-01-01T00:00:00Z"),
        output);
  }

  private static Architecture here() {
    return Architecture.AMD64.isHere() ? Architecture.AMD64 : Architecture.ARM64;
  }
}
