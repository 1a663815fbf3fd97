package io.windlass.test.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.Missing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The container engine, and the image in its storage.
 *
 * @param engine the command with its options, which {@code WINDLASS_TEST_PODMAN} has
 * @param image the id of the image
 */
public record Podman(List<String> engine, String image) {
  /** Variable that names the engine's file of configuration. */
  public static final String CONFIGURATION = "CONTAINERS_CONF";

  private static final String VARIABLE = "WINDLASS_TEST_PODMAN";

  public Podman {
    engine = List.copyOf(engine);
  }

  /** Loads the image that the build made. Aborts the test where there is no engine. */
  public static Podman load(Map<String, String> environment) {
    String named = environment.getOrDefault(VARIABLE, "");
    if (named.isEmpty()) {
      throw Missing.everywhere(
          "podman",
          "set %s to podman and its options, and build the image by ./mvnw -Pimage verify"
              .formatted(VARIABLE));
    }
    List<String> engine = List.of(named.split(" ", -1));
    Path layout = Launch.root().resolve("deploy/image/target/oci");
    assertThat(layout.resolve("index.json")).as("made by ./mvnw -Pimage").exists();
    Podman podman = new Podman(engine, "");
    String id = podman.run("pull", "--quiet", "oci:" + layout).strip();
    return new Podman(engine, id);
  }

  /** Runs a command of the engine that has to succeed. Returns its standard output. */
  public String run(String... arguments) {
    Outcome outcome = launch(List.of(arguments)).run();
    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    return outcome.out();
  }

  /** Any command of the engine. */
  public Launch launch(List<String> arguments) {
    List<String> command = new ArrayList<>(engine);
    command.addAll(arguments);
    Launch launch = Launch.of(command);
    String configuration = System.getenv(CONFIGURATION);
    return configuration == null ? launch : launch.with(CONFIGURATION, configuration);
  }

  /** A container of the image that is removed when it ends. */
  public Launch container(Confinement confinement, List<String> options, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("run", "--rm", "--network", "host"));
    command.addAll(confinement.options());
    command.addAll(options);
    command.add(image);
    command.addAll(arguments);
    return launch(command);
  }

  /** What a container may do. */
  public enum Confinement {
    /** What the chart allows to controllers, to the COSI driver and to mounters. */
    UNPRIVILEGED(
        "--user",
        "65532:65532",
        "--read-only",
        "--read-only-tmpfs=false",
        "--cap-drop",
        "ALL",
        "--security-opt",
        "no-new-privileges",
        "--tmpfs",
        "/tmp"),

    /** What the chart allows to the plugin of a node. */
    PRIVILEGED(
        "--user",
        "0:0",
        "--read-only",
        "--read-only-tmpfs=false",
        "--privileged",
        "--tmpfs",
        "/tmp");

    private final String options;

    Confinement(String... options) {
      this.options = String.join(" ", options);
    }

    List<String> options() {
      return List.of(options.split(" ", -1));
    }
  }
}
