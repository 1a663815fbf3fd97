package io.windlass.test.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.test.driver.DriverSetup;
import io.windlass.test.launcher.Launch;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A driver in a container of the image, with the settings of a set-up, whose directory it shares
 * with this machine at the same path. Closing it ends the container and removes the directory.
 */
final class ContainerDriver implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Podman podman;
  private final DriverSetup setup;
  private final String container;

  private ContainerDriver(Podman podman, DriverSetup setup, String container) {
    this.podman = podman;
    this.setup = setup;
    this.container = container;
  }

  /** Starts a driver, and waits until it serves. */
  static ContainerDriver start(
      Podman podman, Podman.Confinement confinement, DriverSetup setup, String command)
      throws IOException {
    Files.createDirectories(setup.sockets());
    Files.createDirectories(setup.mounts());
    host("mount", "--bind", home(setup), home(setup));
    host("mount", "--make-rshared", home(setup));
    if (confinement == Podman.Confinement.UNPRIVILEGED) {
      host("chown", "-R", "65532:65532", home(setup));
    }
    List<String> options =
        new ArrayList<>(
            List.of("--detach", "--volume", "%1$s:%1$s:rw,rshared".formatted(home(setup))));
    for (Map.Entry<String, String> each : setup.environment().entrySet()) {
      if (each.getKey().matches("(WINDLASS|COSI|CSI)_.*")) {
        options.addAll(List.of("--env", each.getKey() + "=" + each.getValue()));
      }
    }
    // A container that has ended stays, for its log.
    Launch launch = podman.container(confinement, options, List.of(command));
    List<String> kept = new ArrayList<>(launch.command());
    kept.remove("--rm");
    Launch.Outcome outcome = new Launch(kept, launch.environment()).run();
    assertThat(outcome.status()).as(outcome.err()).isZero();
    ContainerDriver driver = new ContainerDriver(podman, setup, outcome.out().strip());
    try {
      await()
          .atMost(PATIENCE)
          .failFast(() -> assertThat(driver.state()).as(driver.log()).isEqualTo("running"))
          .until(driver::answers);
      return driver;
    } catch (RuntimeException | Error e) {
      driver.close();
      throw e;
    }
  }

  private static String home(DriverSetup setup) {
    return setup.home().toString();
  }

  private static void host(String... command) {
    Launch.Outcome outcome = Launch.of(List.of(command)).run();
    assertThat(outcome.status()).as(outcome.err()).isZero();
  }

  private boolean answers() {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return channel.connect(UnixDomainSocketAddress.of(setup.socket()));
    } catch (IOException e) {
      return false;
    }
  }

  private String state() {
    return podman.run("inspect", "--format", "{{.State.Status}}", container).strip();
  }

  /** What it wrote. */
  String log() {
    Launch.Outcome outcome = podman.launch(List.of("logs", container)).run();
    return outcome.out() + outcome.err();
  }

  /** Runs a command of Windlass in the container, as {@code kubectl exec} does. */
  Launch.Outcome exec(String... arguments) {
    List<String> command = new ArrayList<>(List.of("exec", container, "windlass"));
    command.addAll(List.of(arguments));
    return podman.launch(command).run();
  }

  /** Sends SIGTERM. Returns the exit status. */
  int stop() {
    podman.run("stop", "--time", "30", container);
    return Integer.parseInt(
        podman.run("inspect", "--format", "{{.State.ExitCode}}", container).strip());
  }

  Path socket() {
    return setup.socket();
  }

  Path mounts() {
    return setup.mounts();
  }

  @Override
  public void close() {
    podman.run("rm", "--force", "--time", "10", container);
    // Mounts of the driver are below it; they have gone with their processes.
    host("umount", "--recursive", home(setup));
    setup.remove();
  }
}
