package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fuse.FuseMounts;
import io.windlass.linux.MountPoint;
import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.proto.mounter.Report;
import io.windlass.store.s3.client.S3Key;
import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.LiveFiles;
import io.windlass.testing.MinioServer;
import io.windlass.testing.MountRights;
import io.windlass.testing.Patience;
import io.windlass.testing.ProcessWait;
import io.windlass.testing.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;

/**
 * A bucket that {@code windlass mount} has mounted. Closing takes the mount away in whatever state
 * it is, and ends its processes.
 */
public final class MountedBucket implements AutoCloseable {
  private static final Path LAUNCHER = Launch.distribution().resolve("bin/windlass");

  private final Path directory;
  private final Path runRoot;
  private final Path staging;
  private final Path launcher;

  private MountedBucket(Path launcher, Path directory, Path runRoot, Path staging) {
    this.launcher = launcher;
    this.directory = directory;
    this.runRoot = runRoot;
    this.staging = staging;
  }

  /** Mounts below {@code scratch}; what a mount before this left staged there is found. */
  public static MountedBucket mount(
      MinioServer server, String bucket, Path scratch, String... options) throws IOException {
    return mount(LAUNCHER, server, bucket, scratch, options);
  }

  /** Mounts a bucket by another installation than that of this build. */
  static MountedBucket mount(
      Path launcher, MinioServer server, String bucket, Path scratch, String... options)
      throws IOException {
    MountedBucket mounted = below(scratch, launcher);
    return mounted.by(mounted.command(server, bucket, options));
  }

  /** With a key for the bucket alone, as a volume has it, and not the server's own. */
  public static MountedBucket mountWithItsKey(
      MinioServer server, TestBucket bucket, Path scratch, String... options) throws IOException {
    MountedBucket mounted = below(scratch, LAUNCHER);
    return mounted.by(mounted.command(server, bucket.key(), bucket.uri(), options));
  }

  /**
   * Mounts what a URI names below {@code scratch}.
   *
   * @param environment has its key
   */
  static MountedBucket mount(
      Path scratch, String uri, Map<String, String> environment, String... options)
      throws IOException {
    MountedBucket mounted = below(scratch, LAUNCHER);
    return mounted.by(mounted.command(uri, environment, options));
  }

  private MountedBucket by(Launch command) throws IOException {
    Outcome outcome = command.run();
    if (outcome.status() != 0) {
      close();
    }
    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    return this;
  }

  private static MountedBucket below(Path scratch, Path launcher) throws IOException {
    MountRights.require();
    return new MountedBucket(
        launcher,
        Files.createDirectories(scratch.resolve("mnt")).toRealPath(),
        scratch.resolve("run"),
        scratch.resolve("staging"));
  }

  /** Returns the error of a mount that must fail, and requires that it leaves nothing. */
  public static String refusal(MinioServer server, String bucket, Path scratch, String... options)
      throws IOException {
    try (MountedBucket mounted = below(scratch, LAUNCHER)) {
      Outcome outcome = mounted.command(server, bucket, options).run();
      assertThat(outcome.status()).as(outcome.out() + outcome.err()).isEqualTo(1);
      assertThat(FuseMounts.at(mounted.directory)).isEmpty();
      mounted.whileTheyWork("the end of its processes").until(mounted::isGone);
      // What was made for the volume is in memory where the run directory is.
      try (Stream<Path> left = Files.walk(mounted.runRoot)) {
        assertThat(left.filter(each -> each.endsWith("inodes"))).isEmpty();
      }
      return outcome.err();
    }
  }

  /** The command that mounts. */
  Launch command(MinioServer server, String bucket, String... options) {
    S3Key root = new S3Key(server.rootAccessKey(), server.rootSecret());
    return command(server, root, bucket, options);
  }

  private Launch command(MinioServer server, S3Key key, String bucket, String... options) {
    List<String> all = new ArrayList<>(List.of("--endpoint", server.endpoint().toString()));
    all.addAll(List.of(options));
    return command(
        bucket,
        Map.of(
            "AWS_ACCESS_KEY_ID", key.accessKeyId(),
            "AWS_SECRET_ACCESS_KEY", key.secretAccessKey().reveal()),
        all.toArray(String[]::new));
  }

  private Launch command(String uri, Map<String, String> environment, String... options) {
    List<String> arguments = new ArrayList<>(List.of("mount", uri, directory.toString()));
    arguments.addAll(
        List.of("--run-directory", runRoot.toString(), "--staging", staging.toString()));
    arguments.addAll(List.of(options));
    Launch command =
        launch(arguments)
            // A thread that reads requests and comes to where it may wait fails then.
            .with("WINDLASS_MOUNTER_JAVA_OPTS", "-ea:io.windlass...");
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      command = command.with(variable.getKey(), variable.getValue());
    }
    return command;
  }

  /** Returns the directory in which its processes have theirs. */
  Path runRoot() {
    return runRoot;
  }

  /** Returns the directory of the mount. */
  public Path directory() {
    return directory;
  }

  /**
   * Returns the files on local disk for files that are written, renamed and uploaded, without the
   * reserve for a full disk, and what says of which volume they are and what its server keeps.
   */
  List<Path> staged() throws IOException {
    return LiveFiles.in(staging).stream()
        .filter(file -> !file.toString().endsWith(".kept") && !file.endsWith("volume"))
        .filter(file -> !file.getFileName().toString().startsWith("server-"))
        .toList();
  }

  /** Returns the report of the mounter, as soon as it answers. */
  Report report() {
    return whileTheyWork("a report of the mounter")
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(() -> MounterReports.ask(run()), report -> report.getVolumesCount() == 1);
  }

  /** Returns what the mounter says of the volume alone. */
  Report reportAlone() throws IOException {
    return MounterReports.ask(run(), report().getVolumes(0).getId());
  }

  /** Kills the mounter, and waits until another serves. */
  public void killMounter() {
    long pid = report().getPid();
    kill(pid);
    whileTheyWork("another mounter").until(() -> report().getPid() != pid);
  }

  /** Kills the keeper, and waits until another keeps. */
  void killKeeper() {
    long pid =
        whileTheyWork("a keeper").until(() -> report().getKeeperPid(), keeper -> keeper != 0);
    kill(pid);
    whileTheyWork("another keeper")
        .until(() -> report().getKeeperPid() != pid && report().getKeeperPid() != 0);
  }

  /** Kills the one in rounds with even numbers, and the other in the others. */
  void killEither(int round) {
    if (round % 2 == 0) {
      killMounter();
    } else {
      killKeeper();
    }
  }

  /** Stops the mounter, as on a machine that has no time for it. */
  void freezeMounter() {
    freeze(List.of(mounter()));
  }

  /** Stops the keeper. */
  void freezeKeeper() {
    freeze(processes().stream().filter(process -> !process.equals(mounter())).toList());
  }

  /** Kills the mounter, and does not wait for another. */
  void endMounter() {
    ProcessHandle mounter = mounter();
    mounter.destroyForcibly();
    // It stays a zombie as long as its keeper is stopped.
    whileTheyWork("its end").until(() -> readCommandLine(mounter).isEmpty());
  }

  private ProcessHandle mounter() {
    return processes().stream()
        .filter(process -> readCommandLine(process).contains("\0mounter\0"))
        .findFirst()
        .orElseThrow();
  }

  /** Kills both at once, so that neither starts the other again. */
  void killBoth() {
    freeze(processes());
    processes().forEach(ProcessHandle::destroyForcibly);
    whileTheyWork("their end").until(() -> processes().isEmpty());
  }

  /**
   * By one command: another, started when the mounter is frozen already, would wait for it to close
   * what this process has open.
   */
  private static void freeze(List<ProcessHandle> processes) {
    Programs.signal("STOP", processes.stream().mapToLong(ProcessHandle::pid).toArray());
  }

  private static void kill(long pid) {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
  }

  /** Unmounts as a user does. */
  public Outcome unmount(String... options) {
    List<String> arguments = new ArrayList<>(List.of("unmount", directory.toString()));
    arguments.addAll(List.of(options));
    return launch(arguments).run();
  }

  /** What is said of files that are on local disk alone. */
  Outcome unsent(Map<String, String> environment, String... options) {
    List<String> arguments =
        new ArrayList<>(List.of("mounts", "--unsent", "--staging", staging.toString()));
    arguments.addAll(List.of(options));
    Launch command = Launch.inThisJvm(arguments.toArray(String[]::new));
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      command = command.with(variable.getKey(), variable.getValue());
    }
    return command.run();
  }

  /** Tells the mounts to go on in mounters of this installation. */
  Outcome upgrade() {
    return launch(List.of("upgrade", "--run-directory", runRoot.toString())).run();
  }

  /** A command that looks at all mounts. */
  Outcome windlass(String command, String... options) {
    List<String> arguments =
        new ArrayList<>(List.of(command, "--run-directory", runRoot.toString()));
    arguments.addAll(List.of(options));
    return Launch.inThisJvm(arguments.toArray(String[]::new)).run();
  }

  private Launch launch(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(arguments);
    return Launch.of(command);
  }

  /** Returns the log of keeper and mounter. */
  public String log() {
    try {
      Path log = run().log();
      return Files.exists(log) ? Files.readString(log) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether nothing is left of the mount. */
  public boolean isGone() throws IOException {
    return FuseMounts.at(directory).isEmpty() && processes().isEmpty();
  }

  /** Waits for as long as one of its processes works. */
  ConditionFactory whileTheyWork(String what) {
    return ProcessWait.on(() -> processes().stream(), this::log).await(what);
  }

  private RunDirectory run() throws IOException {
    if (Files.notExists(runRoot)) {
      return new RunDirectory(runRoot);
    }
    try (Stream<Path> all = Files.list(runRoot)) {
      return new RunDirectory(all.filter(Files::isDirectory).findFirst().orElse(runRoot));
    }
  }

  /**
   * Returns the processes that have the directory on their command line, which is too long for
   * ProcessHandle.
   */
  List<ProcessHandle> processes() {
    return processes(runRoot);
  }

  /** The same of all mounts with this directory for theirs. */
  static List<ProcessHandle> processes(Path runRoot) {
    return ProcessHandle.allProcesses()
        .filter(process -> readCommandLine(process).contains("\0" + runRoot))
        .toList();
  }

  /** Their command lines, as files. */
  List<Path> commandLines() {
    return processes().stream().map(MountedBucket::commandLine).toList();
  }

  private static Path commandLine(ProcessHandle process) {
    return Path.of("/proc", Long.toString(process.pid()), "cmdline");
  }

  /** Empty when it has ended. */
  private static String readCommandLine(ProcessHandle process) {
    try {
      return Files.readString(commandLine(process), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void close() throws IOException {
    Optional<MountPoint> mount = FuseMounts.at(directory);
    if (mount.isPresent()) {
      FuseMounts.remove(mount.get(), Patience.LONG);
    }
    whileTheyWork("the end of its processes")
        .until(() -> {
          processes().forEach(ProcessHandle::destroyForcibly);
          return processes().isEmpty();
        });
  }
}
