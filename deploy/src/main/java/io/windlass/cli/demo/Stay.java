package io.windlass.cli.demo;

import io.windlass.cli.scratch.ScratchDirectory;
import io.windlass.cli.scratch.Spec;
import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.Terminal;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/** Keeps everything that the demo made, for its user to play with. */
record Stay(Terminal terminal) {
  /** The names by which S3 clients know what a Secret of COSI names otherwise. */
  private static final Map<String, String> CLIENT_NAMES =
      Map.of(
          "COSI_S3_ACCESS_KEY_ID", "AWS_ACCESS_KEY_ID",
          "COSI_S3_ACCESS_SECRET_KEY", "AWS_SECRET_ACCESS_KEY",
          "COSI_S3_REGION", "AWS_REGION",
          "COSI_S3_ENDPOINT", "AWS_ENDPOINT_URL");

  /**
   * Says what there is, and waits for Enter. Without a standard input it waits for a signal, which
   * ends the process.
   *
   * @param mounted whether the directories are there, and the driver serves CSI
   */
  void pause(Stage stage, Workload shop, String bucket, boolean mounted)
      throws IOException, InterruptedException {
    ScratchDirectory place = stage.place();
    Path key = place.directory().resolve("shop.env");
    SecretFile.write(key, key(shop));
    terminal.out().println();
    if (mounted) {
      tell("The bucket", place.directory().resolve("orders").toString());
      tell("The snapshot", place.directory().resolve("copy").toString());
      tell("Its mounts", "windlass mounts --run-directory " + place.run().path());
      tell("Kill", "kill -9 %d  (it serves the directories)".formatted(stage.mounter()));
    }
    tell("Bucket", bucket);
    tell("Key of shop", ". %s  (set -a first)".formatted(key));
    Spec spec = mounted ? Spec.CSI : Spec.COSI;
    tell("Driver", "export %s=%s".formatted(spec.endpoint(), place.endpoint(spec)));
    tell("", mounted ? "windlass call --api csi ListVolumes" : "windlass call GetInfo");
    tell("Its log", place.log().toString());
    terminal.out().println();
    terminal
        .out()
        .println(
            terminal.paint(Ink.BOLD, "It all runs until you press Enter. Then it is removed."));
    terminal.out().flush();
    awaitEnter();
  }

  private void tell(String name, String what) {
    terminal.out().printf("  %-14s %s%n", name, what);
  }

  private static Secret key(Workload workload) {
    return Secret.of(
        workload.nodeSecrets().entrySet().stream()
            .map(each ->
                "%s='%s'%n"
                    .formatted(
                        CLIENT_NAMES.getOrDefault(each.getKey(), each.getKey()), each.getValue()))
            .collect(Collectors.joining()));
  }

  private static void awaitEnter() throws IOException, InterruptedException {
    int read;
    do {
      read = System.in.read();
    } while (read >= 0 && read != '\n');
    if (read < 0) {
      new CountDownLatch(1).await();
    }
  }
}
