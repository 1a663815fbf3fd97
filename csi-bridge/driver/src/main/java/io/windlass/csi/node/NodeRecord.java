package io.windlass.csi.node;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.windlass.hash.Sha256;
import io.windlass.registry.Fingerprint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Record of a volume that is, is about to be, or was mounted on this node. It holds no secret.
 *
 * @param mountPoint staging path, or the target path of an ephemeral volume
 * @param ephemeral whether the volume was mounted for one workload, without being staged
 * @param asked fingerprint of the CO's request
 * @param grownBytes capacity to which the volume was expanded on this node; 0: it was not expanded
 * @param publications other paths at which the volume is visible
 * @param unsentSince when it was to be unstaged first while data was not on its server, in
 *     milliseconds since 1970; 0: it is not being unstaged
 */
record NodeRecord(
    String volumeId,
    String mountPoint,
    boolean ephemeral,
    Fingerprint asked,
    long grownBytes,
    List<Publication> publications,
    long unsentSince) {
  private static final int NAME_BYTES = 10;
  private static final Pattern STAGED = Pattern.compile("[0-9a-f]{" + 2 * NAME_BYTES + "}-.*");

  NodeRecord {
    publications = List.copyOf(publications);
  }

  /**
   * A path at which a volume is visible.
   *
   * @param asked fingerprint of the CO's request
   */
  record Publication(String target, Fingerprint asked) {}

  /** Returns the record of a volume that is about to be mounted. */
  static NodeRecord of(String volumeId, Path mountPoint, boolean ephemeral, Fingerprint asked) {
    return new NodeRecord(volumeId, mountPoint.toString(), ephemeral, asked, 0, List.of(), 0);
  }

  /** Returns the id by which the mounter knows the volume, which also names the record's file. */
  @JsonIgnore
  String id() {
    return Sha256.hex(volumeId + "\n" + mountPoint, 2 * NAME_BYTES);
  }

  /**
   * Returns whether a staging directory has the name of one of a node's volume. Those of {@code
   * windlass mount} have shorter ids, and the same directory around them if nobody says otherwise.
   */
  static boolean isStaged(String name) {
    return STAGED.matcher(name).matches();
  }

  @JsonIgnore
  Path place() {
    return Path.of(mountPoint);
  }

  Optional<Publication> at(Path target) {
    return publications.stream().filter(each -> each.target().equals(target.toString())).findAny();
  }

  /** Returns every path by which the CO may know the volume. */
  @JsonIgnore
  List<Path> places() {
    return Stream.concat(
            Stream.of(place()),
            publications.stream().map(publication -> Path.of(publication.target())))
        .toList();
  }

  /** Returns whether the CO may know the volume by this path. */
  boolean isSeenAt(Path path) {
    return places().contains(path);
  }

  NodeRecord with(Publication publication) {
    List<Publication> more = new ArrayList<>(publications);
    more.add(publication);
    return new NodeRecord(volumeId, mountPoint, ephemeral, asked, grownBytes, more, 0);
  }

  NodeRecord without(Path target) {
    List<Publication> fewer =
        publications.stream().filter(each -> !each.target().equals(target.toString())).toList();
    return new NodeRecord(volumeId, mountPoint, ephemeral, asked, grownBytes, fewer, unsentSince);
  }

  NodeRecord grownTo(long bytes) {
    return new NodeRecord(volumeId, mountPoint, ephemeral, asked, bytes, publications, unsentSince);
  }

  /** Returns the record of a volume that cannot be unstaged since then; 0: it is used again. */
  NodeRecord unsentSince(long millis) {
    return new NodeRecord(volumeId, mountPoint, ephemeral, asked, grownBytes, publications, millis);
  }
}
