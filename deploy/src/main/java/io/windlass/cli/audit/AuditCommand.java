package io.windlass.cli.audit;

import io.windlass.cli.serve.BackendEntries;
import io.windlass.cli.serve.BackendLifetime;
import io.windlass.cli.serve.Serving;
import io.windlass.cli.settings.ConfigOption;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.OutputOption;
import io.windlass.cli.terminal.Terminal;
import io.windlass.config.ConfigurationException;
import io.windlass.error.DriverException;
import io.windlass.fuse.FuseMounts;
import io.windlass.linux.MountPoint;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.grant.CredentialSeal;
import io.windlass.provision.grant.GrantRotation;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command that compares what is recorded with what is there. */
@Command(
    name = "audit",
    header = "Compare the records with the servers and with what is mounted here.%n",
    description = {
      "",
      "To be run in the environment of the driver. Finds records without their bucket, access that"
          + " does not work as it was granted, volumes without a bucket, snapshots without their"
          + " objects, attachments without access, calls that did not finish, buckets and mounts"
          + " without a record. Every object of every snapshot is asked for.",
      "",
      "Changes nothing without --fix; says then for each finding what --fix would do. --fix grants"
          + " access again that does not work, with the same key. It never removes anything: what a"
          + " record is missing for may be somebody else's. Users and policies on a server that no"
          + " record names are not looked for.",
      "",
      "The exit status is 1 if anything is wrong. A bucket, a mount or an unfinished call without a"
          + " record is only a remark."
    })
public final class AuditCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ConfigOption config = new ConfigOption();

  @Option(names = "--fix", description = "Repair what can be repaired without a decision.")
  boolean fix;

  @Option(
      names = "--nodes",
      paramLabel = "NAME",
      split = ",",
      description =
          "All nodes of the cluster, separated by commas: attachments to others are reported. With"
              + " kubectl: --nodes $(kubectl get nodes -o name | cut -d/ -f2 | paste -sd,)")
  List<String> nodes = List.of();

  @Mixin OutputOption output = new OutputOption();

  public AuditCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    BackendEntries stores;
    try {
      stores = BackendEntries.read(config.over(terminal.environment()));
    } catch (ConfigurationException e) {
      return Serving.refuse(terminal, e);
    }
    Optional<BackendEntries> present = stores.present();
    if (present.isEmpty()) {
      terminal.out().println("There is nothing yet: the driver has made no store.");
      return Exit.OK;
    }
    try (BackendLifetime open = present.get().open()) {
      OpenBackends backends = open.configured();
      GrantRotation rotation =
          new GrantRotation(
              backends,
              new CallsInFlight(),
              new CredentialSeal(BackendLifetime.keys(stores.keys())),
              InstantSource.system());
      Audit audit =
          new Audit(
              backends,
              rotation,
              nodes.isEmpty() ? Optional.empty() : Optional.of(Set.copyOf(nodes)));
      List<Drift> found = new ArrayList<>(audit.look());
      found.addAll(mounts(audit.recordedBuckets()));
      return switch (output.form()) {
        case JSON, YAML, NAME -> showForPrograms(found);
        case TABLE, WIDE -> show(found);
      };
    }
  }

  /** Returns mounts of node plugins and others whose bucket no record names. */
  private static List<Drift> mounts(Set<String> recorded) throws IOException {
    Set<String> buckets =
        recorded.stream().map(id -> id.substring(id.indexOf('/') + 1)).collect(Collectors.toSet());
    return FuseMounts.list().stream()
        .filter(mount -> bucketsOf(mount).stream().noneMatch(buckets::contains))
        .map(mount ->
            Drift.of(
                Drift.Kind.MOUNT_UNRECORDED,
                mount.path().toString(),
                "%s is mounted, and no record names its bucket".formatted(mount.source()),
                "it was mounted by hand, or is left of a volume that is gone: windlass unmount"))
        .toList();
  }

  /** Returns what may be the bucket in the source of a mount: its first two parts. */
  private static Set<String> bucketsOf(MountPoint mount) {
    String path = mount.source().replaceFirst("^[a-z0-9]+://", "");
    return List.of(path.split("/", -1)).stream()
        .limit(2)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private int show(List<Drift> found) {
    int wrong = 0;
    int fixed = 0;
    for (Drift drift : found) {
      boolean remark = drift.kind().isRemark();
      terminal.print(
          terminal.paint(remark ? Ink.YELLOW : Ink.RED, remark ? "!" : "✗") + " ",
          2,
          "%s, %s: %s".formatted(drift.id(), drift.kind().meaning(), drift.text()));
      Optional<String> repaired = fix ? repair(drift) : Optional.empty();
      terminal.print("  → ", 4, repaired.orElse(drift.next()));
      if (repaired.isPresent()) {
        fixed++;
      } else if (!remark) {
        wrong++;
      }
    }
    terminal
        .out()
        .printf(
            "%s%d wrong%s, %d remarks.%n",
            found.isEmpty() ? "" : "\n",
            wrong,
            fixed == 0 ? "" : ", %d repaired".formatted(fixed),
            found.stream().filter(drift -> drift.kind().isRemark()).count());
    return wrong == 0 ? Exit.OK : Exit.FAILED;
  }

  /** Repairs it, if that can be done; returns what was done. */
  private Optional<String> repair(Drift drift) {
    return drift
        .repair()
        .flatMap(repair -> {
          try {
            repair.run();
            return Optional.of("repaired");
          } catch (DriverException e) {
            terminal.err().println("windlass: %s: %s".formatted(drift.id(), e.getMessage()));
            return Optional.empty();
          }
        });
  }

  private int showForPrograms(List<Drift> found) {
    List<SequencedMap<String, Object>> rows = new ArrayList<>();
    boolean wrong = false;
    for (Drift drift : found) {
      boolean repaired = fix && repair(drift).isPresent();
      wrong |= !repaired && !drift.kind().isRemark();
      SequencedMap<String, Object> row = new LinkedHashMap<>();
      row.put("kind", drift.kind().name());
      row.put("id", drift.id());
      row.put("text", drift.text());
      row.put("next", drift.next());
      row.put("canBeFixed", drift.repair().isPresent());
      row.put("repaired", repaired);
      rows.add(row);
    }
    if (output.isForPrograms()) {
      output.print(terminal, rows);
    } else {
      rows.stream().map(row -> row.get("id")).distinct().forEach(terminal.out()::println);
    }
    return wrong ? Exit.FAILED : Exit.OK;
  }
}
