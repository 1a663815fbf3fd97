package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.common.StorageSharedKeyCredential;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.LongForm;
import io.windlass.testing.MountRights;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
  private static final List<String> PROMISES =
      List.of(
          "A driver starts",
          "A team asks for a bucket",
          "Asked again, there is still one bucket",
          "Team shop gets a key to it, to write",
          "Team report gets one, to read",
          "Shop writes an object, report reads it",
          "Report cannot write",
          "Neither reaches another bucket",
          "We kill the driver; another one starts",
          "Report's access is taken away",
          "A bucket with data is not deleted",
          "An empty one is deleted",
          "Nothing is left");

  private static final List<String> PROMISES_OF_MOUNTS =
      List.of(
          "The bucket becomes a directory",
          "A file is an object, an object is a file",
          "We kill what serves it, in mid-write",
          "No error, and no byte is lost",
          "A snapshot is taken",
          "Then a mistake: the order is overwritten",
          "A volume made of the snapshot has it",
          "The volumes go, the bucket stays");

  /** The picture of the README is made of this output. */
  @Test
  void itTellsTheWholeStoryInALinePerPromiseAndLeavesNothing(@TempDir Path temporary)
      throws IOException {
    Outcome demo = demo(Launch.windlass("demo"), temporary);

    assertThat(demo.status()).as(demo.out() + demo.err()).isZero();
    assertThat(demo.err()).isEmpty();
    List<String> kept = demo.out().lines().filter(line -> line.contains(" ✓ ")).toList();
    List<String> expected = new ArrayList<>(PROMISES);
    if (MountRights.areThere()) {
      expected.addAll(PROMISES.indexOf("Report's access is taken away"), PROMISES_OF_MOUNTS);
      new DemoPicture(Launch.root().resolve("docs/demo.svg")).isOf(demo.out());
    } else {
      assertThat(demo.out()).contains("left out");
    }
    assertThat(kept).hasSameSizeAs(expected);
    for (int i = 0; i < kept.size(); i++) {
      assertThat(kept.get(i)).contains(expected.get(i));
    }
    assertThat(demo.out())
        .contains("Nothing of yours is touched", "All as promised", "windlass demo --stay")
        .doesNotContain("\033", "✗");
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  @LongForm(
      gate = "DemoTest.itTellsTheWholeStoryInALinePerPromiseAndLeavesNothing",
      reason = "the same story with fewer parts")
  void withoutRightsToMountItSaysSoAndGoesOn(@TempDir Path temporary) throws IOException {
    MountRights.require();
    Launch demo = Launch.windlass("demo", "--wire");
    Outcome outcome = demo(new Launch(unprivileged(demo), demo.environment()), temporary);

    told(outcome, temporary);
    assertThat(outcome.out())
        .contains("left out", "root's rights")
        .doesNotContain("NodeStageVolume");
  }

  @Test
  @LongForm(
      gate = "DemoTest.itTellsTheWholeStoryInALinePerPromiseAndLeavesNothing",
      reason = "the same story, which stays")
  void itStaysToPlayWithAndLeavesNothingWhenItIsInterrupted(@TempDir Path temporary)
      throws IOException {
    MountRights.require();
    Path output = temporary.resolve("output");
    Path place = Files.createDirectory(temporary.resolve("place"));
    try (Running demo =
        withPlace(Launch.windlass("demo", "--wire", "--stay"), place).start(output)) {
      demo.untilSaid("It all runs until you press Enter");
      assertThat(demo.said())
          .contains(
              "NodeStageVolume",
              "\"COSI_S3_ACCESS_SECRET_KEY\": \"***\"",
              "in orders: cat invoice.txt",
              "\"5 apples, 7 pears\"",
              "CreateSnapshot",
              "in copy: cat order.txt",
              "windlass mounts --run-directory")
          .doesNotContain("✗", "NodeUnstageVolume");
      Path orders = Path.of(named(demo.said(), "The bucket"));
      assertThat(Files.writeString(orders.resolve("mine.txt"), "mine")).exists();
      assertThat(Path.of(named(demo.said(), "The snapshot")).resolve("order.txt"))
          .hasContent("5 apples, 7 pears");
      demo.stop();
    }

    assertThat(place).isEmptyDirectory();
    assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain(place.toString());
    assertThat(ProcessHandle.allProcesses().filter(each -> mentions(each, place))).isEmpty();
  }

  private static String named(String said, String name) {
    return said.lines()
        .filter(line -> line.strip().startsWith(name))
        .map(line -> line.substring(line.indexOf(name) + name.length()).strip())
        .findFirst()
        .orElseThrow();
  }

  /** The story without its volumes, which is another test's: on Azure it takes its time. */
  @Test
  @LongForm(
      gate = "DemoTest.itTellsTheWholeStoryInALinePerPromiseAndLeavesNothing",
      reason = "the same story on another store, where it takes its time")
  @RealServer(AzuriteServer.class)
  void itTellsItOnAzuriteAndLeavesNothing(AzuriteServer azurite, @TempDir Path temporary)
      throws IOException {
    Launch demo =
        Launch.windlass(
                "demo",
                "--wire",
                "--on",
                "azure",
                "--azurite",
                azurite.accountEndpoint().toString())
            .with(
                "AZURITE_ACCOUNTS",
                "%s:%s".formatted(azurite.account(), azurite.accountKey().reveal()));
    Outcome outcome = demo(new Launch(unprivileged(demo), demo.environment()), temporary);

    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .contains("ALREADY_EXISTS", "403 Auth", "kill -9", "FAILED_PRECONDITION", "Nothing is left")
        .contains("Everything worked as expected", "WINDLASS_AZURE_KIND=azure")
        .doesNotContain("✗", "sig=", azurite.accountKey().reveal());
    assertThat(temporary).isEmptyDirectory();
    assertThat(
            new BlobServiceClientBuilder()
                .endpoint(azurite.accountEndpoint().toString())
                .credential(
                    new StorageSharedKeyCredential(
                        azurite.account(), azurite.accountKey().reveal()))
                .buildClient()
                .listBlobContainers())
        .noneMatch(container -> container.getName().endsWith(suffix(outcome)));
  }

  /** On a FAKE of Google, by the settings of a driver. The story has its volumes elsewhere. */
  @Test
  @LongForm(
      gate = "DemoTest.itTellsTheWholeStoryInALinePerPromiseAndLeavesNothing",
      reason = "the same story on another store")
  void itTellsItOnGoogleAndLeavesNothing(@TempDir Path temporary, @TempDir Path credentials)
      throws IOException {
    try (FakeGcs fake = new FakeGcs("project")) {
      Files.writeString(
          credentials.resolve("credentials.json"), fake.credentials(fake.administrator()));
      Launch demo =
          Launch.windlass("demo", "--wire", "--on", "gcs")
              .with("WINDLASS_GCS_PROJECT", fake.project())
              .with("WINDLASS_GCS_ENDPOINT", fake.storage().toString())
              .with("WINDLASS_GCS_IAM", fake.identity().toString())
              .with("WINDLASS_GCS_STS", fake.identity().toString())
              .with("WINDLASS_GCS_CREDENTIALS", credentials.toString());
      Outcome outcome = demo(new Launch(unprivileged(demo), demo.environment()), temporary);

      assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
      assertThat(outcome.err()).isEmpty();
      assertThat(outcome.out())
          .contains("ALREADY_EXISTS", "403 ", "kill -9", "FAILED_PRECONDITION", "Nothing is left")
          .contains("Everything worked as expected", "WINDLASS_GCS_KIND=gcs", "begin with gcs/")
          .doesNotContain("✗", "private_key");
      assertThat(temporary).isEmptyDirectory();
      assertThat(fake.serviceAccounts()).hasSize(1);
    }
  }

  @Test
  void withoutAProjectItNamesTheSetting(@TempDir Path temporary) {
    Outcome none = demo(Launch.windlass("demo", "--on=gcs"), temporary);

    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err()).contains("WINDLASS_GCS_PROJECT").hasLineCount(1);
    assertThat(temporary).isEmptyDirectory();
  }

  /** Returns the command without the rights to mount. */
  private static List<String> unprivileged(Launch demo) throws IOException {
    List<String> command = new ArrayList<>(demo.command());
    if (MountRights.areThere()) {
      command.addAll(
          0, List.of("setpriv", "--inh-caps=-sys_admin", "--bounding-set=-sys_admin", "--"));
    }
    return command;
  }

  /** What the names of a run end with, which others of the same server do not. */
  private static String suffix(Outcome demo) {
    Matcher name = Pattern.compile("azure/bc-orders(-[0-9a-f]{6})").matcher(demo.out());
    assertThat(name.find()).isTrue();
    return name.group(1);
  }

  @Test
  void withoutAnAzuriteItSaysHowToStartOne(@TempDir Path temporary) {
    String nowhere = "http://127.0.0.1:1/devstoreaccount1";
    Outcome none = demo(Launch.windlass("demo", "--on=azure", "--azurite", nowhere), temporary);
    Outcome real =
        demo(
            Launch.windlass(
                "demo", "--on=azure", "--azurite", "https://shop.blob.core.windows.net"),
            temporary);

    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err())
        .contains("no Azurite answers at " + nowhere, "npx azurite --skipApiVersionCheck");
    assertThat(real.status()).isEqualTo(1);
    assertThat(real.err()).contains("the demo uses no real account").hasLineCount(1);
    assertThat(temporary).isEmptyDirectory();
  }

  private static boolean mentions(ProcessHandle process, Path place) {
    try {
      return Files.readString(
              Path.of("/proc", Long.toString(process.pid()), "cmdline"),
              StandardCharsets.ISO_8859_1)
          .contains(place.toString());
    } catch (IOException e) {
      return false; // it has just ended
    }
  }

  private static Launch withPlace(Launch launch, Path temporary) {
    return launch
        .with("TMPDIR", temporary.toString())
        .with("WINDLASS_BACKENDS", "somebody-elses")
        .with("COSI_ENDPOINT", "unix:///somebody/elses.sock")
        .with("CSI_ENDPOINT", "unix:///somebody/elses.sock");
  }

  private static Outcome demo(Launch launch, Path temporary) {
    return withPlace(launch, temporary).run();
  }

  private static void told(Outcome demo, Path temporary) {
    assertThat(demo.status()).as(demo.out() + demo.err()).isZero();
    assertThat(demo.err()).isEmpty();
    assertThat(demo.out())
        .contains(
            "ALREADY_EXISTS",
            "403 AccessDenied",
            "kill -9",
            "403 InvalidAccessKeyId",
            "FAILED_PRECONDITION",
            "Nothing is left",
            "Everything worked as expected",
            "windlass call")
        .doesNotContain("\033", "✗");
    assertThat(demo.out().lines())
        .filteredOn(line -> !line.contains(temporary.toString()) && !line.contains("alias"))
        .allMatch(line -> line.length() <= 100);
    assertThat(temporary).isEmptyDirectory();
  }
}
