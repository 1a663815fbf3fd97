package io.windlass.test.pods;

import static org.awaitility.Awaitility.await;

import io.windlass.test.driver.DriverSetup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs pods without a container engine: each in pid, mount, UTS and IPC namespaces of its own.
 *
 * @param group limits the memory of the mounter
 */
record Namespaces(Optional<MemoryGroup> group) implements PodRuntime {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Override
  public List<String> plugin(DriverSetup setup) {
    return unshare("exec \"$0\" \"$@\"", "--propagation", "unchanged");
  }

  @Override
  public List<String> mounter(DriverSetup setup, List<String> options) {
    String script =
        """
        %s
        umount --recursive --lazy %6$s # the host's mounts are not in a pod that does not name them
        mount --bind %2$s/run %2$s/run
        mount --bind %2$s/staging %2$s/staging
        mount -t tmpfs -o mode=1777 tmpfs %2$s/tmp
        mount --bind %3$s %2$s/dist
        mount --bind /dev/null /dev/fuse
        mount -o remount,bind,ro /
        exec setpriv --reuid %4$d --regid %4$d --clear-groups --inh-caps=-all --bounding-set=-all \
          --no-new-privs %2$s/dist/bin/windlass mounter %2$s/run --kept %5$s
        """
            .formatted(
                group.map(MemoryGroup::script).orElse(""),
                setup.home(),
                setup.distribution(),
                USER,
                String.join(" ", options),
                setup.mounts());
    return unshare(script);
  }

  @Override
  public Map<String, String> environment(DriverSetup setup) {
    return Map.of(
        "PATH", System.getenv("PATH"),
        "JAVA_HOME", System.getProperty("java.home"),
        "TMPDIR", setup.home().resolve("tmp").toString());
  }

  /** Returns the command that runs a script of the shell in new namespaces. */
  private static List<String> unshare(String script, String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "unshare",
                "--pid",
                "--fork",
                "--kill-child",
                "--mount",
                "--mount-proc",
                "--uts",
                "--ipc"));
    command.addAll(List.of(options));
    command.addAll(List.of("sh", "-euc", script));
    return command;
  }

  @Override
  public ProcessHandle program(ProcessHandle command) {
    return await()
        .atMost(PATIENCE)
        .until(() -> command.children().findFirst(), Optional::isPresent)
        .orElseThrow();
  }

  @Override
  public void remove(DriverSetup setup) {
    // Namespaces end with their processes.
  }
}
