package io.windlass.cli.stats;

import io.windlass.cli.mount.AskedMount;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.JsonText;
import io.windlass.cli.terminal.Terminal;
import io.windlass.fuse.FuseMounts;
import io.windlass.linux.ExtendedAttribute;
import io.windlass.linux.LinuxException;
import io.windlass.linux.MountPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that shows what a mount has of a file. */
@Command(
    name = "info",
    header = "Show the object behind a file of a mount, and what of it is here.%n",
    description = {
      "",
      "Says bucket, key, size, revision (ETag) and headers of the object, as far as the mount knows"
          + " them; how much of it is cached in the memory of open handles and in --cache; whether"
          + " the file is on local disk as it is written, how much of it is not on the server, and"
          + " whether it is being sent; and how many handles are open.",
      "",
      "Whoever may look at the file may ask. Programs read the same as the extended attribute"
          + " user.windlass.info."
    })
public final class InfoCommand implements Callable<Integer> {
  private static final String KEY = "user.windlass.key";
  private static final String INFO = "user.windlass.info";

  private final Terminal terminal;

  @Parameters(paramLabel = "FILE", description = "A file in a mount.")
  Path file = Path.of("");

  @Option(names = "--json", description = "Print it as JSON, sizes in bytes.")
  boolean json;

  public InfoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Path real = real();
    MountPoint mount =
        AskedMount.around(real, FuseMounts.list())
            .orElseThrow(() ->
                new IOException(
                    "%s is in no mount: 'windlass mounts' lists the mounts".formatted(file)));
    SequencedMap<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", real.toString());
    fields.put("bucket", mount.source());
    fields.put("key", ExtendedAttribute.read(real, KEY));
    fields.putAll(FileFields.read(info(real)));
    if (json) {
      terminal.out().println(JsonText.of(fields));
    } else {
      FileFields.lines(fields).forEach(terminal.out()::println);
    }
    return Exit.OK;
  }

  private Path real() throws IOException {
    if (!Files.exists(file)) {
      throw new IOException("there is no file %s".formatted(file));
    }
    if (Files.isDirectory(file)) {
      throw new IOException("%s is a directory: name a file".formatted(file));
    }
    return file.toRealPath();
  }

  private static String info(Path real) throws IOException {
    try {
      return ExtendedAttribute.read(real, INFO);
    } catch (LinuxException e) {
      // It has told the key, so it answers.
      throw new IOException(
          "the mounter of %s says nothing of its files: 'windlass upgrade' replaces one of an older"
                  .formatted(real)
              + " version (%s)".formatted(e.getMessage()),
          e);
    }
  }
}
