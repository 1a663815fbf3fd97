package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that tell what there is: config, show, keys, support; all by a file of settings. */
@RealServer(MinioServer.class)
class OperatorCommandsTest {
  private static final String CANARY = "canary-of-a-secret-0123456789";

  private final String name = UniqueName.of("op");

  @TempDir Path directory;
  private Path settings = Path.of("");
  private Path keys = Path.of("");

  @BeforeEach
  void configure(MinioServer minio) throws IOException {
    Path key = Files.createDirectories(directory.resolve("key"));
    Files.writeString(key.resolve("accessKeyId"), minio.rootAccessKey());
    Files.writeString(key.resolve("secretAccessKey"), minio.rootSecret().reveal());
    Files.writeString(key.resolve("canary"), CANARY);
    keys = directory.resolve("keys");
    Files.writeString(keys, Keyring.generate().reveal());
    settings =
        Files.writeString(
            directory.resolve("windlass.env"),
            """
            # The driver of the tests.
            COSI_ENDPOINT=unix://%s/cosi.sock
            WINDLASS_BACKENDS=fast
            WINDLASS_FAST_KIND="s3"
            WINDLASS_FAST_FLAVOR=minio
            WINDLASS_FAST_ENDPOINT=%s
            WINDLASS_FAST_CREDENTIALS=%s
            WINDLASS_FAST_REGISTRY_BUCKET=%s
            WINDLASS_KEYS=%s
            """
                .formatted(directory, minio.endpoint(), key, name, keys));
  }

  @Test
  @LongForm(
      gate = {
        "ListCommandTest.itListsWhatTheDriverHasRecorded",
        "MinioCosiTest.aKeyIsRotatedWhileTheOldOneWorks"
      },
      reason = "a driver, and some twenty commands beside it")
  void whatIsThereIsShown() throws IOException {
    Launch driver = Launch.windlass("cosi", "--config", settings.toString());
    try (Running running = Running.serving(driver, directory)) {
      call("CreateBucket", "{\"bucket_id\": \"fast/%s-b\"}".formatted(name));
      call(
          "GrantBucketAccess",
          """
          {"account_id": "fast/%1$s-a", "protocol": {"type": "S3"},
           "authentication_type": {"type": "KEY"}, "buckets": [{"bucket_id": "fast/%1$s-b",
           "object_data_access_mode": {"mode": "READ_ONLY"},
           "object_metadata_access_mode": {"mode": "ANY"},
           "bucket_metadata_access_mode": {"mode": "ANY"}}]}\
          """
              .formatted(name));
      assertThat(running.stop()).isZero();
    }

    assertThat(windlass("show", "fast/" + name + "-a").out())
        .contains("access\n")
        .containsPattern("state +ready")
        .containsPattern("modes +%s-b: data read only".formatted(name))
        .containsPattern("generations +1 \\(WL");
    assertThat(windlass("show", "fast/" + name + "-b").out())
        .contains("bucket\n")
        .containsPattern("origin +created");
    Outcome nothing = windlass("show", "fast/nothing");
    assertThat(nothing.status()).isEqualTo(1);
    assertThat(nothing.err()).contains("nothing is recorded under 'fast/nothing'");

    theOldKeyStaysWhileAccessNeedsIt();
    aSupportFileHasNoSecret();
  }

  private void theOldKeyStaysWhileAccessNeedsIt() throws IOException {
    String old = Keyring.parse(Secret.of(Files.readString(keys))).current();
    Path more = directory.resolve("more");
    Outcome made = windlass("keys", "new", "--to", more.toString());
    assertThat(made.status()).as(made.err()).isZero();
    assertThat(made.out()).contains("has the new key", old);
    assertThat(Files.readAllLines(more)).hasSize(2).doesNotContain(made.out());
    String fresh = Keyring.parse(Secret.of(Files.readString(more))).current();
    Files.copy(more, keys, StandardCopyOption.REPLACE_EXISTING);

    String access = "fast/" + name + "-a";
    assertThat(windlass("keys").out())
        .containsPattern(fresh + " +0  the newest")
        .containsPattern(old + " +1  stays: rotate")
        .contains("%s is needed by\n  %s\n".formatted(old, access));
    assertThat(windlass("keys", "--json").out()).contains(access);
    assertThat(windlass("rotate", access, "--to", directory.resolve("s").toString()).status())
        .isZero();
    assertThat(windlass("rotate", access, "--retire").status()).isZero();
    assertThat(windlass("keys").out())
        .containsPattern(fresh + " +1  the newest")
        .containsPattern(old + " +0  can go")
        .doesNotContain(access);
    Files.writeString(keys, Keyring.generate().reveal());
    Outcome lost = windlass("keys");
    assertThat(lost.status()).isEqualTo(1);
    assertThat(lost.out()).containsPattern(fresh + " +1  MISSING: put it back");
    Files.copy(more, keys, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Secrets stand where programs that are not ours may write them, too. */
  private void aSupportFileHasNoSecret() throws IOException {
    Path log =
        Files.writeString(
            directory.resolve("driver.log"), "an old line\nrequest with %s\n".formatted(CANARY));
    Path file = directory.resolve("support.tar.gz");
    Outcome outcome =
        windlass("support", "--to", file.toString(), "--log", log.toString(), "--lines", "1");
    assertThat(outcome.status()).as(outcome.err()).isZero();
    Outcome again = windlass("support", "--to", file.toString());
    assertThat(again.status()).as("a file that is there is not replaced").isEqualTo(2);

    Path here = Files.createDirectory(directory.resolve("unpacked"));
    Outcome tar = Launch.of(List.of("tar", "-xzf", file.toString(), "-C", here.toString())).run();
    assertThat(tar.status()).as(tar.err()).isZero();
    Path unpacked;
    try (Stream<Path> tops = Files.list(here)) {
      List<Path> all = tops.toList();
      assertThat(all).singleElement().asString().contains("windlass-support-");
      unpacked = all.getFirst();
    }
    try (Stream<Path> parts = Files.list(unpacked)) {
      assertThat(parts.map(part -> part.getFileName().toString()))
          .contains(
              "version.txt",
              "config.txt",
              "doctor.txt",
              "mounts.txt",
              "ls.txt",
              "keys.txt",
              "mountinfo.txt",
              "system.txt",
              "log-1.txt");
    }
    StringBuilder all = new StringBuilder();
    try (Stream<Path> parts = Files.list(unpacked)) {
      for (Path part : parts.toList()) {
        all.append(Files.readString(part));
      }
    }
    assertThat(Files.readString(unpacked.resolve("log-1.txt")))
        .contains("request with ***")
        .doesNotContain("an old line");
    assertThat(Files.readString(unpacked.resolve("doctor.txt"))).contains("a COSI driver");
    assertThat(Files.readString(unpacked.resolve("ls.txt"))).contains(name + "-b");
    assertThat(all.toString())
        .doesNotContain(
            CANARY, Files.readAllLines(keys).getFirst(), Files.readAllLines(keys).getLast())
        .doesNotContain(Files.readString(directory.resolve("key/secretAccessKey")) + "\n");
  }

  @Test
  void whatWasUnderstoodIsShown() throws IOException {
    Outcome config = windlass("config");
    assertThat(config.status()).as(config.err()).isZero();
    assertThat(config.out())
        .contains(
            "\nWINDLASS_FAST_REGISTRY_BUCKET=%s\n".formatted(name),
            "\nWINDLASS_FAST_KIND=s3\n",
            "# WINDLASS_DRIVER_NAME=cosi.windlass.io\n")
        .doesNotContain("FAST_ACCOUNT", CANARY);
    Path copy = Files.writeString(directory.resolve("copy.env"), config.out());
    assertThat(Launch.inThisJvm("config", "--config", copy.toString()).run().out())
        .as("its output is a file of settings")
        .isEqualTo(config.out());
    assertThat(
            Launch.inThisJvm("config", "--json", "--config", settings.toString())
                .with("WINDLASS_LOG_LEVEL", "debug")
                .run()
                .out())
        .containsIgnoringWhitespaces(
            "\"variable\" : \"WINDLASS_LOG_LEVEL\", \"value\" : \"debug\", \"from\" :"
                + " \"environment\"",
            "\"from\" : \"%s\"".formatted(settings),
            "\"from\" : \"default\"");

    Path wrong = Files.writeString(directory.resolve("wrong.env"), "A=1\nno setting\nA=2\n");
    Outcome refused = Launch.inThisJvm("config", "--config", wrong.toString()).run();
    assertThat(refused.status()).isEqualTo(78);
    assertThat(refused.err())
        .contains("wrong.env, line 2: it must be NAME=VALUE", "line 3: A is set twice");
    assertThat(Launch.inThisJvm("cosi", "--config", "/none").run().err())
        .contains("there is no file /none");
  }

  private void call(String method, String json) {
    Outcome outcome =
        Launch.inThisJvm("call", method, json)
            .with("COSI_ENDPOINT", "unix://" + directory.resolve("cosi.sock"))
            .run();
    assertThat(outcome.status()).as(outcome.err()).isZero();
  }

  /** A command of the driver that the file of settings configures. */
  private Outcome windlass(String... arguments) {
    return Launch.inThisJvm(
            Stream.concat(Arrays.stream(arguments), Stream.of("--config", settings.toString()))
                .toArray(String[]::new))
        .run();
  }
}
