package io.windlass.test.pods;

import static org.awaitility.Awaitility.await;

import io.windlass.test.driver.DriverSetup;
import io.windlass.test.image.Podman;
import io.windlass.test.image.Podman.Confinement;
import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs pods as containers of the image, which may do what the chart allows, and see what the chart
 * mounts: the mounter sees the run directory, the staging directory and nothing else of the node.
 */
record Containers(Podman podman) implements PodRuntime {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String NAME = "windlass-pod-";
  private static final String LABEL = "io.windlass.node";

  @Override
  public List<String> plugin(DriverSetup setup) {
    List<String> options = new ArrayList<>(variables(setup, "(WINDLASS|CSI)_.*"));
    options.addAll(volume(setup.home(), ""));
    options.addAll(volume(setup.mounts(), ":rshared")); // mountPropagation: Bidirectional
    return run(Confinement.PRIVILEGED, setup, options, List.of("csi"));
  }

  @Override
  public List<String> mounter(DriverSetup setup, List<String> options) {
    List<String> arguments = new ArrayList<>(List.of("mounter", setup.run().toString(), "--kept"));
    arguments.addAll(options);
    List<String> engine = new ArrayList<>(variables(setup, "WINDLASS_LOG_.*"));
    engine.addAll(volume(setup.run(), ""));
    engine.addAll(volume(setup.staging(), ""));
    return run(Confinement.UNPRIVILEGED, setup, engine, arguments);
  }

  private static List<String> variables(DriverSetup setup, String names) {
    return setup.environment().entrySet().stream()
        .filter(each -> each.getKey().matches(names))
        .flatMap(each -> Stream.of("--env", each.getKey() + "=" + each.getValue()))
        .toList();
  }

  private static List<String> volume(Path directory, String how) {
    return List.of("--volume", "%1$s:%1$s%2$s".formatted(directory, how));
  }

  /** The name of a container ends with the number of the process that runs it. */
  private List<String> run(
      Confinement confinement, DriverSetup setup, List<String> more, List<String> arguments) {
    List<String> options =
        new ArrayList<>(List.of("--name", NAME + "$$", "--label", LABEL + "=" + setup.home()));
    options.addAll(more);
    Launch launch = podman.container(confinement, options, arguments);
    StringBuilder script = new StringBuilder("unset HOME TMPDIR\n");
    Optional.ofNullable(launch.environment().get(Podman.CONFIGURATION))
        .ifPresent(file -> script.append("export %s=%s\n".formatted(Podman.CONFIGURATION, file)));
    script.append("exec");
    launch.command().forEach(word -> script.append(" \"").append(word).append('"'));
    return List.of("sh", "-euc", script.toString());
  }

  @Override
  public Map<String, String> environment(DriverSetup setup) {
    return Map.of("PATH", System.getenv("PATH"));
  }

  @Override
  public ProcessHandle program(ProcessHandle command) {
    return await()
        .atMost(PATIENCE)
        .until(() -> inspect(command), Optional::isPresent)
        .orElseThrow();
  }

  private Optional<ProcessHandle> inspect(ProcessHandle command) {
    Outcome outcome =
        podman.launch(List.of("inspect", "--format", "{{.State.Pid}}", NAME + command.pid())).run();
    return outcome.status() == 0
        ? Optional.of(Long.parseLong(outcome.out().strip()))
            .filter(pid -> pid > 0)
            .flatMap(ProcessHandle::of)
        : Optional.empty();
  }

  @Override
  public void remove(DriverSetup setup) {
    podman
        .run("ps", "--all", "--quiet", "--filter", "label=" + LABEL + "=" + setup.home())
        .lines()
        .forEach(left -> podman.launch(List.of("rm", "--force", "--time", "0", left)).run());
  }
}
