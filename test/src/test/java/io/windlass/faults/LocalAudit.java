package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.driver.DriverSetup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Audit of the directory of an embedded server. */
public final class LocalAudit implements Audit {
  private static final String STATE = ".windlass";

  private final Path directory;

  public LocalAudit(Path directory) {
    this.directory = directory;
  }

  @Override
  public void requireExactly(Holdings holdings) {
    Set<String> buckets = new TreeSet<>(holdings.buckets());
    buckets.addAll(List.of(DriverSetup.REGISTRY, STATE));
    assertThat(names(directory)).containsExactlyInAnyOrderElementsOf(buckets);
    Path records = directory.resolve(DriverSetup.REGISTRY);
    requireRecords(records.resolve("buckets"), holdings.buckets());
    requireRecords(records.resolve("grants"), holdings.grants().keySet());
    assertThat(
            files(directory.resolve(STATE).resolve("accounts")).stream()
                .map(file -> json(file).path("principal").path("account").asString()))
        .containsExactlyInAnyOrderElementsOf(holdings.grants().keySet());
    assertThat(names(directory.resolve(STATE).resolve("staging"))).isEmpty();
  }

  /** Fails if there is anything but buckets: those that nobody deletes stay. */
  public void requireOnlyBuckets() {
    for (Path kind : files(directory.resolve(DriverSetup.REGISTRY))) {
      if (!kind.endsWith("buckets")) {
        assertThat(names(kind)).as("%s", kind).isSubsetOf("clock");
      }
    }
    assertThat(names(directory.resolve(STATE).resolve("accounts"))).isEmpty();
    assertThat(names(directory.resolve(STATE).resolve("staging"))).isEmpty();
  }

  private static void requireRecords(Path folder, Set<String> ids) {
    assertThat(names(folder)).containsExactlyInAnyOrderElementsOf(ids);
    for (Path file : files(folder)) {
      JsonNode record = json(file);
      assertThat(record.path("claim").isNull()).as("%s is claimed by nobody", file).isTrue();
      assertThat(record.path("value").path("state").asString())
          .as(file.toString())
          .isEqualTo("READY");
    }
  }

  private static List<String> names(Path folder) {
    return files(folder).stream().map(file -> file.getFileName().toString()).toList();
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> files = Files.exists(folder) ? Files.list(folder) : Stream.empty()) {
      return files.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode json(Path file) {
    return new JsonMapper().readTree(file.toFile());
  }
}
