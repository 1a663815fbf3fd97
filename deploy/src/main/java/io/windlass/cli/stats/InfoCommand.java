package io.windlass.cli.stats;

import io.windlass.cli.mount.AskedMount;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.JsonText;
import io.windlass.cli.terminal.Terminal;
import io.windlass.fuse.FuseMounts;
import io.windlass.linux.MountPoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
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
  /** Names of extended attributes, without "user." */
  private static final String KEY = "windlass.key";

  private static final String INFO = "windlass.info";

  /** Longest value that the kernel takes. */
  private static final int LONGEST = 1 << 16;

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
    fields.put("key", attribute(real, KEY));
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
      return attribute(real, INFO);
    } catch (FileSystemException e) {
      // It has told the key, so it answers.
      throw new IOException(
          "the mounter of %s says nothing of its files: 'windlass upgrade' replaces one of an older"
                  .formatted(real)
              + " version (%s)".formatted(e.getReason()),
          e);
    }
  }

  private static String attribute(Path real, String name) throws IOException {
    ByteBuffer value = ByteBuffer.allocate(LONGEST);
    Files.getFileAttributeView(real, UserDefinedFileAttributeView.class).read(name, value);
    return StandardCharsets.UTF_8.decode(value.flip()).toString();
  }
}
