package io.windlass.cli.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.windlass.cli.serve.Serving;
import io.windlass.cli.settings.ConfigOption;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Places;
import io.windlass.cli.terminal.Terminal;
import io.windlass.config.ConfigurationException;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command that makes a new key of the driver. */
@Command(
    name = "new",
    header = "Make a new key of the driver, in front of those that it has.%n",
    description = {
      "",
      "Writes a new file with the new key first and the keys of WINDLASS_KEYS behind it, if there"
          + " are any. Put it where WINDLASS_KEYS is, of all controllers and of COSI: a driver reads"
          + " the file again when it changes, and uses the new key at once. Nodes have none."
    })
public final class NewKeyCommand implements Callable<Integer> {
  private static final String KEYS = "WINDLASS_KEYS";

  private final Terminal terminal;

  @Mixin ConfigOption config = new ConfigOption();

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FILE",
      converter = Places.NewFile.class,
      description = "The file to write, which must not be there yet. Only its owner can read it.")
  Path to = Path.of("");

  public NewKeyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Optional<Path> old;
    try {
      old =
          Optional.ofNullable(config.over(terminal.environment()).get(KEYS))
              .filter(name -> !name.isBlank())
              .map(name -> Path.of(name.strip()));
    } catch (ConfigurationException e) {
      return Serving.refuse(terminal, e);
    }
    Secret all = withNew(old);
    try (SecretFile file = SecretFile.create(to)) {
      file.write(all);
    }
    Keyring ring = Keyring.parse(all);
    terminal
        .out()
        .println(
            "%s has the new key %s%s."
                .formatted(
                    to,
                    ring.current(),
                    ring.names().size() == 1
                        ? ""
                        : ", and behind it "
                            + String.join(", ", ring.names().subList(1, ring.names().size()))));
    return Exit.OK;
  }

  private static Secret withNew(Optional<Path> old) throws IOException {
    String before = old.isPresent() ? Files.readString(old.get(), UTF_8).strip() : "";
    Secret all = Secret.of((Keyring.generate().reveal() + "\n" + before).strip() + "\n");
    try {
      Keyring _ = Keyring.parse(all);
      return all;
    } catch (IllegalArgumentException e) {
      throw new IOException("%s of %s: %s".formatted(old.orElseThrow(), KEYS, e.getMessage()), e);
    }
  }
}
