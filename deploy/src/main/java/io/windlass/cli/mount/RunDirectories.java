package io.windlass.cli.mount;

import io.windlass.cli.terminal.Places;
import io.windlass.hash.Sha256;
import io.windlass.linux.DescriptorSocket;
import io.windlass.mounter.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Run directories of this machine's mounts. In each, the keeper and the mounter of one mount meet.
 *
 * @param root the directory that contains them
 */
record RunDirectories(Path root) {
  /** The default root. Its content is lost at a reboot, as mounts are. */
  static final String DEFAULT = "/run/windlass/mounts";

  /** Where a node plugin and its mounter meet, if nobody says otherwise. */
  static final String NODE = "/run/windlass/csi";

  private static final int NAME_BYTES = 6;

  /** Most bytes of a root that is given. */
  private static final int ROOT_BYTES =
      DescriptorSocket.MAX_PATH_BYTES - 2 * NAME_BYTES - "//mounter.sock".length();

  private static final Pattern ID = Pattern.compile("[0-9a-f]{" + 2 * NAME_BYTES + "}");

  /** Reads a root, whose path must leave room for the sockets. */
  static final class Root implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      Path root = new Places.DirectoryToMake().convert(text);
      if (!new RunDirectories(root).of(root).fits()) {
        throw new TypeConversionException(
            "%s is too long for the sockets in it: name a directory of %d bytes at most"
                .formatted(root, ROOT_BYTES));
      }
      return root;
    }
  }

  /** Returns the run directory of the mount at {@code directory}. */
  RunDirectory of(Path directory) {
    return new RunDirectory(root.resolve(id(directory)));
  }

  /** Returns where the log of the last mount at {@code directory} is that failed. */
  Path logOfFailure(Path directory) {
    return root.resolve(id(directory) + ".log");
  }

  /** Returns the id of a mount: a hash of its mount point. */
  static String id(Path directory) {
    return Sha256.hex(directory.toString(), 2 * NAME_BYTES);
  }

  /** Returns whether a run directory has the name of one of a mount by hand. */
  static boolean isOfMount(Path run) {
    return ID.matcher(String.valueOf(run.getFileName())).matches();
  }

  /** Lists the run directories that exist. */
  List<RunDirectory> list() throws IOException {
    if (Files.notExists(root)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(root)) {
      return all.filter(Files::isDirectory).sorted().map(RunDirectory::new).toList();
    }
  }

  /** Returns whether the root itself is the run directory of a node plugin. */
  boolean isOfNode() {
    return Files.exists(new RunDirectory(root).mounterSocket())
        || Files.isDirectory(root.resolve("volumes"));
  }

  /** Lists the run directories in which mounters are to be asked: a node's own, or those below. */
  List<RunDirectory> meetingPlaces() throws IOException {
    return isOfNode() ? List.of(new RunDirectory(root)) : list();
  }
}
