package io.windlass.cli.doctor;

import io.windlass.cli.serve.OpenBackends;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import io.windlass.config.BackendConfig;
import io.windlass.config.Configuration;
import io.windlass.config.ConfigurationException;
import io.windlass.secret.Keyring;
import io.windlass.store.Backend;
import io.windlass.store.StoreException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Looks at a set-up from where the driver would run. */
@Command(
    name = "doctor",
    header = "Say what is wrong with a set-up, and what to do about it.%n",
    description = {
      "",
      "To be run in the environment of the driver: same variables, same user, same network. Looks"
          + " at the configuration, the keys, the socket and each backend, whether or not a driver"
          + " runs.",
      "",
      "On a backend whose registry bucket is there, it makes and removes an object in that bucket"
          + " and a user that may do next to nothing. Secrets are not shown."
    })
public final class DoctorCommand implements Callable<Integer> {
  private final Terminal terminal;

  public DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Findings findings = new Findings(terminal);
    findings.add(
        "JDK",
        Finding.fine("%s, %s".formatted(Runtime.version(), System.getProperty("java.vendor"))));
    try (Examination examination = new Examination(findings)) {
      Optional<Configuration> configuration = configuration(findings);
      if (configuration.isPresent()) {
        examine(configuration.get(), examination);
      }
    }
    findings.sumUp();
    return findings.wrong() == 0 ? Exit.OK : Exit.FAILED;
  }

  private Optional<Configuration> configuration(Findings findings) {
    try {
      Configuration configuration = Configuration.read(terminal.environment());
      findings.add("configuration", Finding.fine(told(configuration)));
      return Optional.of(configuration);
    } catch (ConfigurationException e) {
      e.problems().forEach(problem -> findings.add("configuration", Finding.wrong(problem, "")));
      return Optional.empty();
    }
  }

  private static String told(Configuration configuration) {
    return configuration.backends().stream()
        .map(backend ->
            switch (backend) {
              case BackendConfig.S3 s3 ->
                  "%s at %s".formatted(s3.name(), s3.s3().connection().endpoint());
              case BackendConfig.Local local ->
                  "%s in %s".formatted(local.name(), local.local().directory());
            })
        .collect(Collectors.joining("; "));
  }

  private static void examine(Configuration configuration, Examination examination)
      throws InterruptedException {
    SocketCheck socket = new SocketCheck(configuration.cosi());
    examination.look("socket", socket::place);
    examination.look("socket: sidecar", socket::access);
    Supplier<Keyring> keys = OpenBackends.keys(configuration.keys());
    for (BackendConfig config : configuration.backends()) {
      if (config instanceof BackendConfig.Local backend
          && Files.notExists(backend.local().directory())) {
        examination.look(
            backend.name(),
            () ->
                Finding.fine(
                    "%s is not there yet: the driver makes it"
                        .formatted(backend.local().directory())));
      } else {
        examine(config, keys, examination);
      }
    }
  }

  private static void examine(BackendConfig config, Supplier<Keyring> keys, Examination examination)
      throws InterruptedException {
    try (Backend backend = OpenBackends.open(config, keys)) {
      new BackendCheck(backend, config.registry()).examine(examination);
    } catch (StoreException.InUse e) {
      examination.look(
          config.name(),
          () ->
              Finding.remark(
                  String.valueOf(e.getMessage()), "that is right if it is the driver that serves"));
    } catch (StoreException e) {
      examination.look(config.name(), () -> Finding.wrong(String.valueOf(e.getMessage()), ""));
    }
  }
}
