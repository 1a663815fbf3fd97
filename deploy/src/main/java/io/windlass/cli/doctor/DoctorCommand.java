package io.windlass.cli.doctor;

import io.windlass.backend.Backend;
import io.windlass.cli.log.Logging;
import io.windlass.cli.scratch.Spec;
import io.windlass.cli.serve.BackendLifetime;
import io.windlass.cli.serve.Serving;
import io.windlass.cli.settings.ConfigOption;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.StopSignal;
import io.windlass.cli.terminal.Terminal;
import io.windlass.config.BackendEntry;
import io.windlass.config.Configuration;
import io.windlass.config.ConfigurationException;
import io.windlass.config.CsiConfiguration;
import io.windlass.error.DriverException;
import io.windlass.http.Proxies;
import io.windlass.secret.Keyring;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command that checks a set-up from where the driver would run. */
@Command(
    name = "doctor",
    header = "Say what is wrong with a set-up, and what to do about it.%n",
    description = {
      "",
      "To be run in the environment of the driver: same variables, same user, same network. Looks"
          + " at the configuration, the keys, the socket and each backend, whether or not a driver"
          + " runs; for CSI, where WINDLASS_CSI_MODE is set, also at what the plugin answers, and"
          + " on a node at /dev/fuse, the right to mount, the kubelet's directory, the node's own"
          + " directories and its mounts. It also says what it did not check.",
      "",
      "On a backend whose registry bucket is there, it makes and removes an object in that bucket"
          + " and a user that may do next to nothing; on a node, a mount in a temporary directory; and"
          + " where the driver makes its socket and its files, one of another name. It listens for a"
          + " moment where the driver would. Secrets are not shown.",
      "",
      "With --try it does on each backend what the driver will do, and takes it all away: a bucket"
          + " of a new name, that of the registry bucket with -doctor-… behind it, an object in it,"
          + " a key for it, the use of the bucket with that key and, where this process may mount,"
          + " a mount with that key in a temporary directory. Where there is no registry bucket"
          + " yet, one more such bucket stands in for it. Names are printed before anything is"
          + " made. What a run leaves that is killed, a later one takes away."
    })
public final class DoctorCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ConfigOption config = new ConfigOption();

  @Option(
      names = "--try",
      description =
          "Also make a bucket on each backend, use it, grant access to it, and remove all that."
              + " Where changes of access take minutes, so does this.")
  boolean tries;

  public DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Map<String, String> environment;
    try {
      environment = config.over(terminal.environment());
    } catch (ConfigurationException e) {
      return Serving.refuse(terminal, e);
    }
    Logging.stop(); // whatever fails is a finding, with what to do about it
    terminal.print("", 0, Roles.in(environment));
    terminal.out().println();
    Findings findings = new Findings(terminal);
    findings.add("JDK", JdkCheck.ofThisProcess().check());
    try (StopSignal _ = new StopSignal();
        Examination examination = new Examination(findings)) {
      proxies(Proxies.ofEnvironment(environment), examination);
      examine(new Specs(environment, findings), examination);
    } catch (InterruptedException e) {
      terminal.err().println("windlass: interrupted by a signal");
      return Exit.FAILED;
    }
    findings.sumUp();
    return findings.wrong() == 0 ? Exit.OK : Exit.FAILED;
  }

  private static void proxies(Proxies proxies, Examination examination)
      throws InterruptedException {
    try {
      Optional<String> named = proxies.describe();
      if (named.isPresent()) {
        examination.look("proxies", () -> Finding.fine(named.get()));
      }
    } catch (DriverException.FailedPrecondition e) {
      examination.look(
          "proxies",
          () -> Finding.remark(String.valueOf(e.getMessage()), "correct it, or unset it"));
    }
  }

  private void examine(Specs specs, Examination examination) throws InterruptedException {
    Optional<Configuration> cosi = specs.cosi();
    Optional<CsiConfiguration> csi = specs.csi();
    boolean serves = false;
    if (cosi.isPresent()) {
      SocketCheck socket = new SocketCheck(Spec.COSI, cosi.get().cosi());
      examination.look("socket", socket::place);
      examination.look("socket: sidecar", socket::access);
      serves = socket.served();
    }
    if (csi.isPresent()) {
      serves |= new CsiCheck(csi.get()).examine(examination);
    }
    // A driver of each kind has the same address, so they cannot run side by side.
    Optional<InetSocketAddress> metrics =
        cosi.flatMap(Configuration::metrics).or(() -> csi.flatMap(CsiConfiguration::metrics));
    if (metrics.isPresent()) {
      examination.look(
          "metrics",
          new ListenCheck("metrics", metrics.get(), Configuration.METRICS_ADDRESS, serves)::check);
    }
    // COSI and CSI have the same settings for backends.
    if (cosi.isPresent()) {
      NodeAccess nodes = csi.map(NodeAccess::of).orElse(NodeAccess.NONE);
      examine(specs.environment(), cosi.get().backends(), nodes, cosi.get().keys(), examination);
    } else if (csi.isPresent() && csi.get().mode().hasController()) {
      examine(
          specs.environment(),
          csi.get().backends(),
          NodeAccess.of(csi.get()),
          csi.get().keys(),
          examination);
    } else {
      examination.skip(
          "backends",
          csi.isPresent()
              ? "a node needs none; look from a controller"
              : "correct the configuration first");
    }
    examination.skip(
        "cluster", "classes, claims, permissions, sidecars and other nodes: see their own logs");
  }

  private void examine(
      Map<String, String> environment,
      List<BackendEntry> backends,
      NodeAccess nodes,
      Optional<Path> keyFile,
      Examination examination)
      throws InterruptedException {
    Supplier<Keyring> keys = BackendLifetime.keys(keyFile);
    for (BackendEntry entry : backends) {
      Optional<Path> missing = entry.config().makes().filter(Files::notExists);
      if (missing.isPresent()) {
        String does = tries ? "it is made now, and stays" : "the driver makes it";
        examination.look(
            entry.name(),
            () -> Finding.fine("%s is not there yet: %s".formatted(missing.get(), does)));
      }
      if (missing.isPresent() && !tries) {
        examination.skip(entry.name(), "all of it, until the driver has made it");
      } else {
        examine(environment, entry, nodes, keys, examination);
      }
    }
  }

  private void examine(
      Map<String, String> environment,
      BackendEntry entry,
      NodeAccess nodes,
      Supplier<Keyring> keys,
      Examination examination)
      throws InterruptedException {
    try (Backend backend = entry.config().open(keys)) {
      Optional<BackendTrial> trial =
          tries
              ? Optional.of(new BackendTrial(backend, entry.registry(), environment, examination))
              : Optional.empty();
      try {
        new BackendCheck(
                backend,
                entry.registry(),
                nodes,
                entry.config().hasOwnKeys() ? Optional.empty() : Optional.of(keys),
                trial)
            .examine(examination);
      } finally {
        trial.ifPresent(BackendTrial::remove);
      }
    } catch (DriverException.InUse e) {
      examination.look(
          entry.name(),
          () ->
              Finding.remark(
                  String.valueOf(e.getMessage()), "this is expected while the driver itself runs"));
      examination.skip(entry.name(), "registry, writes and access, while another process uses it");
    } catch (DriverException e) {
      examination.look(entry.name(), () -> Finding.wrong(String.valueOf(e.getMessage()), ""));
    }
  }
}
