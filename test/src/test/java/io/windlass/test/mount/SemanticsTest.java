package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the shell blocks of docs/SEMANTICS.md that are marked with {@code sh test mounts}. In each,
 * {@code $A} and {@code $B} are one new directory of one bucket, seen through two mounts.
 */
@RealServer({MinioServer.class, AzuriteServer.class})
class SemanticsTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh test mounts$\\n(.*?)^```$");

  @TempDir Path scratch;

  @Test
  @LongForm(
      gate = {"PosixTest.aMountDoesAsPosixSays", "TwoNodesTest"},
      reason = "two mounts, and a minute of shell scripts")
  void whatIsPromisedIsSo(MinioServer server) throws IOException {
    run(new TestBucket(server, scratch));
  }

  @Test
  @LongForm(gate = "PosixTest.aMountDoesAsPosixSays", reason = "the same on another server")
  void whatIsPromisedIsSoOnAzure(AzuriteServer server) throws IOException {
    run(TestBucket.container(server));
  }

  private void run(TestBucket made) throws IOException {
    String document = Files.readString(Launch.root().resolve("docs/SEMANTICS.md"));
    List<String> failures = new ArrayList<>();
    try (TestBucket bucket = made;
        MountedBucket a = bucket.mount(scratch.resolve("a"), "--metadata-ttl", "0");
        MountedBucket b = bucket.mount(scratch.resolve("b"), "--metadata-ttl", "0")) {
      Matcher block = BLOCK.matcher(document);
      int number = 0;
      while (block.find()) {
        String name = "block-" + ++number;
        Path empty = Files.createDirectories(scratch.resolve(name));
        Path here = Files.createDirectory(a.directory().resolve(name));
        Path there = b.directory().resolve(name);
        Outcome outcome =
            Launch.of(
                    List.of(
                        "sh",
                        "-euxc",
                        "cd '%s'; A='%s' B='%s'%n%s".formatted(empty, here, there, block.group(1))))
                .run();
        if (outcome.status() != 0) {
          failures.add("%s: %s%s".formatted(name, outcome.out(), outcome.err()));
        }
      }
      assertThat(number).isPositive();
      assertThat(failures).as(a.log() + b.log()).isEmpty();
    }
  }
}
