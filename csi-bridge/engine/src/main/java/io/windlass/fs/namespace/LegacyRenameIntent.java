package io.windlass.fs.namespace;

import io.windlass.fs.namespace.RenameIntentLog.Nodes;
import io.windlass.fs.namespace.RenameIntentLog.Rename;
import io.windlass.store.Revision;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads rename intents of version 0.1: both names, the ETag or nothing, and the nodes if they were
 * known.
 */
final class LegacyRenameIntent {
  static final String SUFFIX = ".rename";

  private LegacyRenameIntent() {}

  static Rename read(Path file) throws IOException {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      return new Rename(in.readUTF(), in.readUTF(), new Revision(in.readUTF()), nodes(in));
    }
  }

  private static Nodes nodes(DataInputStream in) throws IOException {
    return in.available() == 0
        ? Nodes.UNKNOWN
        : new Nodes(in.readLong(), in.readLong(), in.readUTF(), in.readLong(), in.readUTF());
  }
}
