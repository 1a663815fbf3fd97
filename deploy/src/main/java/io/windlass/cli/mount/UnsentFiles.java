package io.windlass.cli.mount;

import io.windlass.cli.mount.source.BucketUri;
import io.windlass.cli.mount.source.SourceReader;
import io.windlass.cli.terminal.Amounts;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.OutputOption;
import io.windlass.cli.terminal.Terminal;
import io.windlass.cli.terminal.TextTable;
import io.windlass.cli.terminal.Waiting;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.BucketConnectors;
import io.windlass.fs.staging.LeftFile;
import io.windlass.fuse.FuseMounts;
import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.keeper.MounterReports.Answer;
import io.windlass.mounter.run.KeeperTurn;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.mounter.volume.StagedVolume;
import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Unpublished;
import io.windlass.proto.mounter.Volume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What stayed behind on local disk when volumes were unmounted: lists it, sends it, drops it.
 *
 * @param directories run directories in which mounters are asked what they use
 */
record UnsentFiles(
    Terminal terminal,
    BucketConnectors connectors,
    List<StagedVolume> volumes,
    List<Path> directories) {
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final Duration POLL = Duration.ofMillis(200);

  /** How long nothing may arrive at the server while it is sent. */
  private static final Duration STILL = Duration.ofMinutes(1);

  UnsentFiles {
    volumes = List.copyOf(volumes);
    directories = List.copyOf(directories);
  }

  /** Lists what there is, of mounted volumes too. */
  int list(OutputOption output) throws IOException {
    List<Unsent> all = new ArrayList<>();
    for (StagedVolume volume : volumes) {
      Unsent left = Unsent.of(volume);
      if (!left.isEmpty()) {
        all.add(left);
      }
    }
    switch (output.form()) {
      case JSON, YAML -> output.print(terminal, all.stream().map(Unsent::fields).toList());
      case NAME -> all.forEach(each -> terminal.out().println(each.staged().name()));
      case TABLE, WIDE -> print(all, output.width(terminal));
    }
    return Exit.OK;
  }

  private void print(List<Unsent> all, int width) {
    if (all.isEmpty()) {
      terminal.out().println("All that was written here is on the servers.");
      return;
    }
    List<String> lines =
        TextTable.lines(
            all.stream().map(Unsent::row).toList(), width, List.of("aside", "directory", "bucket"));
    terminal.out().println(terminal.paint(Ink.BOLD, lines.getFirst()));
    for (int i = 0; i < all.size(); i++) {
      terminal.out().println(lines.get(i + 1));
      for (LeftFile file : all.get(i).left()) {
        terminal.print(
            "  ",
            2,
            file.aside()
                ? "%s met a newer object, and is kept as %s".formatted(file.key(), file.data())
                : "%s, %s".formatted(file.key(), Amounts.size(file.bytes())));
      }
    }
  }

  /**
   * Sends what a volume has left, by a mount at a directory of its own for a moment.
   *
   * @param credentials directory with the files of the credential; empty: the environment has it
   */
  int send(String name, Optional<Path> credentials) throws IOException, InterruptedException {
    StagedVolume staged = unused(name);
    Volume volume =
        staged
            .volume()
            .orElseThrow(() ->
                new IOException(
                    "%s does not say of which bucket it is: mount the bucket where it was mounted"
                        .formatted(staged.directory())));
    Path place = Files.createTempDirectory("windlass-send-").toRealPath();
    try {
      mountFor(staged, volume, place, credentials);
    } finally {
      Files.deleteIfExists(place);
      if (Files.exists(staged.directory())) {
        StagedVolume.describe(staged.directory(), volume);
      }
    }
    Unsent left = Unsent.of(staged);
    if (!left.toSend().isEmpty()) {
      terminal.err().printf("windlass: %s of %s could not be sent%n", left.toSend().text(), name);
      return Exit.FAILED;
    }
    terminal.out().printf("All of %s is on the server.%n", name);
    if (!left.isEmpty()) {
      terminal.out().printf("%s met newer objects, and stay: --unsent lists them.%n", left.text());
    }
    return Exit.OK;
  }

  private void mountFor(StagedVolume staged, Volume volume, Path place, Optional<Path> credentials)
      throws IOException, InterruptedException {
    BucketConnector connector =
        connectors
            .of(volume.getSource().getProtocol())
            .orElseThrow(() -> new IOException("its kind of server is not known here"));
    Source.Builder source = volume.getSource().toBuilder().clearCredentialSource();
    credentials.ifPresent(path -> source.setDirectory(path.toAbsolutePath().toString()));
    Volume.Builder again = volume.toBuilder().setMountPoint(place.toString()).setSource(source);
    again
        .getOptionsBuilder()
        .clearMetricsAddress()
        .setStaging(staged.directory().resolveSibling("").toString());
    Optional<SourceReader.Key> key =
        credentials.isPresent() ? Optional.empty() : Optional.of(key(connector));
    key.ifPresent(each -> each.tell(terminal));
    KeyedVolume keyed = new KeyedVolume(again.build(), key.map(SourceReader.Key::credential));
    RunDirectory run = new RunDirectories(Path.of(RunDirectories.DEFAULT)).of(place);
    try (Waiting _ = Waiting.start(terminal, "sending what " + staged.name() + " has")) {
      Resources resources = new Resources();
      MounterProcess mounter = MounterProcess.ofMount(connectors, connector.protocol(), resources);
      MountedVolume mounted =
          MountedVolume.mount(run, KeeperTurn.take(run), mounter, keyed, resources);
      try {
        awaitSent(run);
      } finally {
        mounted.unmount();
      }
    }
  }

  private SourceReader.Key key(BucketConnector connector) throws IOException {
    try {
      return new SourceReader(terminal.environment(), Map.of())
          .key(new BucketUri(connector, Map.of(), ""));
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Waits until all is sent, or nothing has moved for a while. */
  private static void awaitSent(RunDirectory run) throws IOException, InterruptedException {
    Optional<Unpublished> last = Optional.empty();
    long moved = System.nanoTime();
    while (System.nanoTime() - moved < STILL.toNanos()) {
      if (MounterReports.look(run, PATIENCE) instanceof Answer.Told(var report)
          && report.getVolumesCount() == 1) {
        Unpublished now =
            report.getVolumes(0).getUnpublished().toBuilder()
                .clearOldestMs()
                .clearOverdueMs()
                .build();
        if (now.getFiles() == 0) {
          return;
        }
        if (!last.equals(Optional.of(now))) {
          last = Optional.of(now);
          moved = System.nanoTime();
        }
      }
      Thread.sleep(POLL);
    }
  }

  /** Drops what a volume has left, also what is kept aside. */
  int drop(String name) throws IOException {
    StagedVolume staged = unused(name);
    Unsent left = Unsent.of(staged);
    try (Stream<Path> tree = Files.walk(staged.directory())) {
      for (Path each : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
    Files.deleteIfExists(staged.directory().resolveSibling(name + ".kept"));
    terminal.out().printf("Dropped: %s of %s.%n", left.text(), name);
    return Exit.OK;
  }

  private StagedVolume unused(String name) throws IOException {
    StagedVolume staged =
        volumes.stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() ->
                new IOException(
                    "there is no '%s': 'windlass mounts --unsent' lists what there is"
                        .formatted(name)));
    Optional<Path> place = staged.volume().map(volume -> Path.of(volume.getMountPoint()));
    if ((place.isPresent() && FuseMounts.at(place.get()).isPresent()) || isServed(staged)) {
      throw new IOException(
          "%s is mounted at %s, and its mount sends what it has: unmount it first"
              .formatted(name, place.map(Path::toString).orElse("a directory of this machine")));
    }
    return staged;
  }

  private boolean isServed(StagedVolume staged) throws IOException {
    for (Path directory : directories) {
      for (RunDirectory run : new RunDirectories(directory).meetingPlaces()) {
        if (MounterReports.look(run, PATIENCE) instanceof Answer.Told(var report)
            && report.getVolumesList().stream()
                .anyMatch(
                    volume -> volume.getStagingDirectory().equals(staged.directory().toString()))) {
          return true;
        }
      }
    }
    return false;
  }
}
