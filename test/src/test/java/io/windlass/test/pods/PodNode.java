package io.windlass.test.pods;

import static org.awaitility.Awaitility.await;

import io.windlass.fuse.FuseMounts;
import io.windlass.linux.MountPoint;
import io.windlass.linux.Mounting;
import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.proto.mounter.Report;
import io.windlass.test.csi.CsiPlugin;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A node as it is in a cluster, with two pods: the plugin as root, over a directory that it shares
 * with the host, and the mounter as user 65532, without capabilities, with no_new_privs, a
 * read-only root and no device of FUSE. The test is their kubelet: it starts again what has ended.
 */
final class PodNode implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final PodRuntime runtime;
  private final DriverSetup setup;
  private final Path home;
  private final Pod mounter;
  private final CsiPlugin plugin;

  private PodNode(PodRuntime runtime, DriverSetup setup, Pod mounter, CsiPlugin plugin) {
    this.runtime = runtime;
    this.setup = setup;
    this.home = setup.home();
    this.mounter = mounter;
    this.plugin = plugin;
  }

  /**
   * Starts both pods, the mounter first.
   *
   * @param setup set-up of a driver that becomes controller and node
   * @param options further options of the mounter
   */
  static PodNode start(PodRuntime runtime, DriverSetup setup, String... options)
      throws IOException {
    Path home = setup.home();
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx--x--x"));
    for (Path each :
        List.of(
            setup.run(),
            setup.staging(),
            setup.mounts(),
            setup.sockets(),
            home.resolve("tmp"),
            home.resolve("dist"))) {
      Files.createDirectories(each); // as the kubelet makes them, for root
    }
    String mounts = setup.mounts().toString();
    host("mount", "--bind", mounts, mounts);
    host("mount", "--make-shared", mounts);
    Pod mounter =
        new Pod(
            runtime,
            () -> runtime.mounter(setup, List.of(options)),
            runtime.environment(setup),
            setup.err().resolveSibling("mounter.log"));
    mounter.start();
    try {
      DriverSetup inPod =
          setup
              .asCsi()
              .with("WINDLASS_CSI_MOUNTER", "external")
              .with("WINDLASS_CSI_MOUNTER_USER", Integer.toString(PodRuntime.USER))
              .with("WINDLASS_CSI_NODE_ID", "node-1")
              .with("WINDLASS_POD_UID", "0b6c");
      return new PodNode(
          runtime, setup, mounter, CsiPlugin.over(inPod.within(runtime.plugin(inPod))));
    } catch (RuntimeException | Error e) {
      mounter.close();
      runtime.remove(setup);
      unmount(setup.mounts());
      throw e;
    }
  }

  /** Makes the directories that plugin and mounter share, for the user of the mounter. */
  static void giveDirectories(DriverSetup setup) throws IOException {
    for (Path each : List.of(setup.run(), setup.staging())) {
      Files.createDirectories(each);
      Files.setAttribute(each, "unix:uid", PodRuntime.USER);
    }
  }

  /** Has what is started from now on be of another distribution. */
  void upgrade(Path distribution) {
    setup.from(distribution);
  }

  CsiPlugin plugin() {
    return plugin;
  }

  Pod mounter() {
    return mounter;
  }

  /** Returns the plugin itself, number 1 of its namespace. */
  ProcessHandle pluginProgram() {
    return runtime.program(ProcessHandle.of(plugin.process().pid()).orElseThrow());
  }

  /** Tells both to end, in the same moment, as a rolling update of both may. */
  void tellBothToEnd() {
    tellToEnd(List.of(pluginProgram(), mounter.program()));
  }

  /** Tells the mounter to end, and then, when its successor holds all mounts, the plugin. */
  void tellMounterAndThenPluginToEnd() {
    tellToEnd(List.of(mounter.program()));
    keepUntil(this::isHandedOver);
    tellToEnd(List.of(pluginProgram()));
    keepUntil(this::isHandedOver);
  }

  private void tellToEnd(List<ProcessHandle> programs) {
    programs.forEach(each -> Programs.signal("TERM", each.pid()));
    keepUntil(() -> programs.stream().noneMatch(ProcessHandle::isAlive));
    keepUntil(this::bothRun);
  }

  /** Does a kubelet's work until something holds: starts again what has ended. */
  void keepUntil(BooleanSupplier holds) {
    await()
        .atMost(Duration.ofMinutes(3))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> {
          if (holds.getAsBoolean()) {
            return true;
          }
          restartWhatHasEnded();
          return false;
        });
  }

  private void restartWhatHasEnded() {
    if (!mounter.runs()) {
      mounter.start();
    }
    if (!plugin.process().isRunning()) {
      plugin.process().start();
    }
  }

  /** Waits until the programs have done more, although nothing that has ended is started again. */
  void awaitWithoutRestarts(PodPrograms workload) {
    int before = workload.operations();
    await().atMost(PATIENCE).until(() -> workload.operations() > before + 20);
  }

  /** Tells the mounter to end, and does not wait for that. */
  void tellMounterToEnd() {
    Programs.signal("TERM", mounter.program().pid());
  }

  /** Kills the plugin with all its namespaces. */
  void killPlugin() {
    ProcessHandle program = pluginProgram();
    program.destroyForcibly();
    await().atMost(PATIENCE).until(() -> !program.isAlive() && !plugin.process().isRunning());
  }

  /** Waits until volumes can be mounted. */
  void awaitReady() {
    keepUntil(this::isHandedOver);
  }

  /** Returns whether both run, and both hold all mounts. */
  boolean isHandedOver() {
    try {
      Report report = MounterReports.ask(new RunDirectory(setup.run()));
      long devices = plugin.mounted().stream().map(MountPoint::minor).distinct().count();
      return bothRun() && report.getHasKeeper() && report.getVolumesCount() == devices;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns how much memory the mounter has. */
  long mounterMemory() throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(mounter.program().pid()), "status"))
        .stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
        .sum();
  }

  private boolean bothRun() {
    return mounter.runs() && plugin.process().isRunning();
  }

  /** Returns what the mounters wrote. */
  String mounterLog() {
    try {
      return Files.readString(setup.err().resolveSibling("mounter.log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what both wrote, for a failure. */
  String output() {
    return "plugin:\n%s\nmounter:\n%s".formatted(plugin.process().output(), mounterLog());
  }

  @Override
  public void close() {
    mounter.close();
    if (plugin.process().isRunning()) {
      ProcessHandle program = pluginProgram();
      plugin.process().kill();
      program.destroyForcibly();
      await().atMost(PATIENCE).until(() -> !program.isAlive());
    }
    runtime.remove(setup);
    unmount(setup.mounts());
    plugin.close();
    if (Files.exists(home)) {
      throw new IllegalStateException(home + " is left");
    }
  }

  /** Removes all mounts of the driver below a directory, and the mount of the directory itself. */
  private static void unmount(Path mounts) {
    try {
      for (MountPoint mount : FuseMounts.list().reversed()) {
        if (mount.path().startsWith(mounts)) {
          FuseMounts.remove(mount, PATIENCE);
        }
      }
      Mounting.detach(mounts);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void host(String... command) throws IOException {
    Process program = Programs.process(command).inheritIO().start();
    if (program.onExit().join().exitValue() != 0) {
      throw new IOException("failed: " + String.join(" ", command));
    }
  }
}
