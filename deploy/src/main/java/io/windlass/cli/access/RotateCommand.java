package io.windlass.cli.access;

import io.windlass.cli.serve.BackendEntries;
import io.windlass.cli.serve.BackendLifetime;
import io.windlass.cli.serve.Serving;
import io.windlass.cli.settings.ConfigOption;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Places;
import io.windlass.cli.terminal.Terminal;
import io.windlass.config.ConfigurationException;
import io.windlass.error.DriverException;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.grant.AccountId;
import io.windlass.provision.grant.CredentialSeal;
import io.windlass.provision.grant.GrantRotation;
import io.windlass.secret.SecretFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that replaces the key of an access while the old key still works. */
@Command(
    name = "rotate",
    header = "Replace the key of an access, while the old key still works.%n",
    description = {
      "",
      "To be run in the environment of the driver, in two steps. With --to, the access gets a new"
          + " key beside the old one, and the new key is written to a file; put it into the Secret"
          + " of the workload. When the workload uses it, run the command with --retire: the old"
          + " key ends.",
      "",
      "A step that was cut off can be run again. Until the old key is retired, the first step gives"
          + " the same new key again.",
      "",
      "While a driver runs on an embedded store, only that driver can change its records."
    })
public final class RotateCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      paramLabel = "ACCESS",
      description = "Id of the access, BACKEND/NAME, as 'windlass ls grants' shows it.")
  String access = "";

  @ArgGroup(multiplicity = "1")
  Step step = new Step();

  /** The two steps of a rotation. */
  static final class Step {
    @Option(
        names = "--to",
        paramLabel = "FILE",
        converter = Places.NewFile.class,
        description =
            "Make a new key, and write it to this file, which must not be there yet and which only"
                + " its owner can read. It has a line NAME=VALUE for each field of the Secret of a"
                + " COSI BucketAccess (v1alpha2).")
    Path to = Path.of("");

    @Option(names = "--retire", description = "End all keys but the newest.")
    boolean retire;
  }

  @Mixin ConfigOption config = new ConfigOption();

  public RotateCommand(Terminal terminal) {
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
    try (BackendLifetime open = stores.open()) {
      OpenBackends backends = open.configured();
      AccountId account =
          AccountId.parse(access, backends)
              .orElseThrow(() ->
                  new DriverException.NotFound(
                      "there is no access '%s': 'windlass ls grants' lists them".formatted(access),
                      null));
      GrantRotation rotation =
          new GrantRotation(
              backends,
              new CallsInFlight(),
              new CredentialSeal(BackendLifetime.keys(stores.keys())),
              InstantSource.system());
      if (step.retire) {
        retire(rotation, account);
      } else {
        rotate(rotation, account);
      }
    }
    return Exit.OK;
  }

  private void rotate(GrantRotation rotation, AccountId account) throws IOException {
    // The file first: a key that cannot be written anywhere is not made.
    try (SecretFile file = SecretFile.create(step.to)) {
      file.write(CredentialLines.of(rotation.rotate(account)));
    }
    terminal
        .out()
        .println(
            """
            %1$s has a new key beside the old one. It is in %2$s.
            Next: put it into the Secret of the workload; when the workload uses it, run
              windlass rotate %1$s --retire\
            """
                .formatted(account, step.to));
  }

  private void retire(GrantRotation rotation, AccountId account) {
    rotation.retireOldKeys(account);
    terminal.out().println("%s has one key, the newest. All others ended.".formatted(account));
  }
}
