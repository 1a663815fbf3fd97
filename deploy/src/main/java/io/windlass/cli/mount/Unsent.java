package io.windlass.cli.mount;

import io.windlass.cli.terminal.Amounts;
import io.windlass.fs.staging.LeftFile;
import io.windlass.fs.staging.StagingDirectory;
import io.windlass.mounter.volume.StagedVolume;
import io.windlass.mounter.volume.VolumeName;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Files of a volume that are on local disk and not on the server.
 *
 * @param staged where they are
 * @param left what there is
 */
record Unsent(StagedVolume staged, List<LeftFile> left) {
  Unsent {
    left = List.copyOf(left);
  }

  /** Returns those that are still to be sent: not those that are kept aside. */
  Unsent toSend() {
    return new Unsent(staged, left.stream().filter(file -> !file.aside()).toList());
  }

  /** Returns those that are kept aside, as they met newer objects. */
  Set<LeftFile> aside() {
    return left.stream().filter(LeftFile::aside).collect(Collectors.toSet());
  }

  boolean isEmpty() {
    return left.isEmpty();
  }

  /** Returns what a volume has left, which may be nothing. */
  static Unsent of(StagedVolume staged) throws IOException {
    return new Unsent(staged, new StagingDirectory(staged.directory()).left());
  }

  long files() {
    return left.size();
  }

  private long bytes() {
    return left.stream().mapToLong(LeftFile::bytes).sum();
  }

  /** Returns how much it is. */
  String text() {
    return "%d %s with %s"
        .formatted(files(), files() == 1 ? "file" : "files", Amounts.size(bytes()));
  }

  /** Returns the bucket as a URI; empty if it is not known. */
  String bucket() {
    return staged.volume().map(volume -> VolumeName.uri(volume.getSource())).orElse("");
  }

  SequencedMap<String, Object> row() {
    SequencedMap<String, Object> row = new LinkedHashMap<>();
    row.put("name", staged.name());
    row.put("bucket", bucket());
    row.put("directory", directory());
    row.put("files", toSend().files());
    row.put("size", Amounts.size(toSend().bytes()));
    row.put("aside", aside().size());
    return row;
  }

  SequencedMap<String, Object> fields() {
    SequencedMap<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", staged.name());
    fields.put("bucket", bucket());
    fields.put("directory", directory());
    fields.put("staged", staged.directory().toString());
    fields.put(
        "files",
        left.stream()
            .map(file -> {
              SequencedMap<String, Object> one = new LinkedHashMap<>();
              one.put("key", file.key());
              one.put("bytes", file.bytes());
              one.put("aside", file.aside());
              one.put("file", file.data().toString());
              return one;
            })
            .toList());
    return fields;
  }

  private String directory() {
    return staged.volume().map(volume -> volume.getMountPoint()).orElse("");
  }
}
