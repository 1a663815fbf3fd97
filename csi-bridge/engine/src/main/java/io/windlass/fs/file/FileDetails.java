package io.windlass.fs.file;

import io.windlass.fs.inode.HandleTable;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.open.OpenWrites;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.fs.staging.StagedFile;
import io.windlass.object.ContentHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What this process knows of a file, as an extended attribute: lines of a name, a colon and a
 * value. {@code windlass info} reads it, also that of another version: names stay, and what is not
 * known is left out.
 */
public final class FileDetails {
  /** Name of the attribute. No list of attributes has it, so that no program copies it. */
  public static final String ATTRIBUTE = "user.windlass.info";

  private final OpenFiles files;
  private final OpenWrites openWrites;
  private final HandleTable handles;

  public FileDetails(OpenFiles files, OpenWrites openWrites, HandleTable handles) {
    this.files = files;
    this.openWrites = openWrites;
    this.handles = handles;
  }

  /** Returns the value of the attribute. Looks through the cache on disk, so it takes a moment. */
  public byte[] of(Inode node, ObjectStat stat) {
    Lines lines = new Lines();
    lines.add("size", stat.size());
    lines.add("modified", stat.modified());
    if (!stat.revision().isNone()) {
      lines.add("revision", stat.revision().token());
    }
    stat.properties().ifPresent(properties -> headers(properties.headers(), lines));
    lines.add("handles", handles.count(node.id()));
    lines.add("writers", handles.countWritten(node.id()));
    lines.add("memoryBytes", files.buffered(node.id()));
    OptionalLong disk = files.onDisk(node, stat);
    disk.ifPresent(bytes -> lines.add("diskBytes", bytes));
    Optional<StagedFile> staged = openWrites.ofNode(node.id());
    lines.add("staged", staged.isPresent());
    lines.add("unsentBytes", staged.map(StagedFile::unpublishedBytes).orElse(0L));
    lines.add("sending", staged.filter(StagedFile::isBeingSent).isPresent());
    lines.add("conflict", staged.filter(file -> file.view().conflict()).isPresent());
    return lines.text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void headers(ContentHeaders headers, Lines lines) {
    headers.type().ifPresent(value -> lines.add("contentType", value));
    headers.encoding().ifPresent(value -> lines.add("contentEncoding", value));
    headers.disposition().ifPresent(value -> lines.add("contentDisposition", value));
    headers.language().ifPresent(value -> lines.add("contentLanguage", value));
    headers.cacheControl().ifPresent(value -> lines.add("cacheControl", value));
    headers.expires().ifPresent(value -> lines.add("expires", value));
  }

  private static final class Lines {
    final StringBuilder text = new StringBuilder();

    /** A server could send a value of several lines. */
    void add(String name, Object value) {
      text.append(name)
          .append(": ")
          .append(value.toString().replaceAll("\\p{Cntrl}", " "))
          .append('\n');
    }
  }
}
