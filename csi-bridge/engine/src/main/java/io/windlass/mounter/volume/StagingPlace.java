package io.windlass.mounter.volume;

import io.windlass.access.BucketLocation;
import io.windlass.hash.Sha256;
import io.windlass.proto.mounter.Volume;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Place on local disk of the files that a volume is writing. A later mount of the same bucket at
 * the same mount point finds there what is not in the bucket yet. So its name is a format: it is
 * made of the fields that identify the volume and its bucket, and must stay the same in every
 * version.
 *
 * @param root directory of all volumes
 * @param volume id of the volume, with which the names of its directories begin
 * @param name name of the volume's directory
 */
record StagingPlace(Path root, String volume, String name) {
  private static final Logger log = LoggerFactory.getLogger(StagingPlace.class);
  private static final int DIGITS = 32;

  /** Returns the place of a volume whose bucket is at {@code location}. */
  static StagingPlace of(Volume volume, BucketLocation location) {
    String prefix = volume.getSource().getPrefix();
    String identity = "windlass staging\n%s\n%s".formatted(fields(location, "\n"), prefix);
    return new StagingPlace(
        Path.of(volume.getOptions().getStaging()),
        volume.getId(),
        "%s-%s".formatted(volume.getId(), Sha256.hex(identity, DIGITS)));
  }

  /**
   * Returns the name of a bucket among all that this machine reads, by which caches on local disk
   * know it.
   */
  static String source(BucketLocation location) {
    return fields(location, " ");
  }

  private static String fields(BucketLocation location, String separator) {
    return String.join(
        separator, location.protocol().text(), text(location.endpoint()), location.bucket());
  }

  private static String text(URI endpoint) {
    String text = endpoint.toString();
    return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }

  Path directory() {
    return root.resolve(name);
  }

  /**
   * Returns the directory, and warns of others of the volume in which files were left.
   *
   * @throws UncheckedIOException if local disk does not let us look
   */
  Path claim() {
    try {
      others()
          .forEach(other ->
              log.warn(
                  "{} has files that were written at this mount point and are not sent: those of"
                      + " another bucket or prefix. Mount that here again to send them, or remove"
                      + " the directory",
                  other));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the files of earlier mounts in %s cannot be looked for: %s"
              .formatted(root, e.getMessage()),
          e);
    }
    return directory();
  }

  /** Returns other directories of the volume in which files were left. */
  List<Path> others() throws IOException {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    List<Path> others = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(root, volume + "-*")) {
      for (Path each : all) {
        if (!each.equals(directory()) && Files.isDirectory(each) && hasFiles(each)) {
          others.add(each);
        }
      }
    }
    return others;
  }

  private static boolean hasFiles(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.anyMatch(Files::isRegularFile);
    }
  }
}
