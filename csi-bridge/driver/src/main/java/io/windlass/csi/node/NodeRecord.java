package io.windlass.csi.node;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.windlass.registry.Fingerprint;
import io.windlass.store.Sha256;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A volume that is mounted on this node, or is about to be, or was. Holds no secret.
 *
 * @param mountPoint where it is staged; its target where it is ephemeral
 * @param ephemeral whether it was mounted for one workload, without being staged
 * @param asked how, as the CO asked for it
 * @param grownBytes capacity that it was expanded to here; 0: it was not
 * @param publications where else it is seen
 */
record NodeRecord(
    String volumeId,
    String mountPoint,
    boolean ephemeral,
    Fingerprint asked,
    long grownBytes,
    List<Publication> publications) {
  private static final int NAME_BYTES = 10;

  NodeRecord {
    publications = List.copyOf(publications);
  }

  /**
   * A place where a volume is seen.
   *
   * @param asked how, as the CO asked for it
   */
  record Publication(String target, Fingerprint asked) {}

  /** One that is about to be mounted. */
  static NodeRecord of(String volumeId, Path mountPoint, boolean ephemeral, Fingerprint asked) {
    return new NodeRecord(volumeId, mountPoint.toString(), ephemeral, asked, 0, List.of());
  }

  /** Names it among the volumes of the mounter, and among files. */
  @JsonIgnore
  String id() {
    return Sha256.hex(volumeId + "\n" + mountPoint, 2 * NAME_BYTES);
  }

  @JsonIgnore
  Path place() {
    return Path.of(mountPoint);
  }

  Optional<Publication> at(Path target) {
    return publications.stream().filter(each -> each.target().equals(target.toString())).findAny();
  }

  /** Every path by which the CO may know it. */
  @JsonIgnore
  List<Path> places() {
    return Stream.concat(
            Stream.of(place()),
            publications.stream().map(publication -> Path.of(publication.target())))
        .toList();
  }

  /** Whether the CO may know it by this path. */
  boolean isSeenAt(Path path) {
    return places().contains(path);
  }

  NodeRecord with(Publication publication) {
    List<Publication> more = new ArrayList<>(publications);
    more.add(publication);
    return new NodeRecord(volumeId, mountPoint, ephemeral, asked, grownBytes, more);
  }

  NodeRecord without(Path target) {
    List<Publication> fewer =
        publications.stream().filter(each -> !each.target().equals(target.toString())).toList();
    return new NodeRecord(volumeId, mountPoint, ephemeral, asked, grownBytes, fewer);
  }

  NodeRecord grownTo(long bytes) {
    return new NodeRecord(volumeId, mountPoint, ephemeral, asked, bytes, publications);
  }
}
