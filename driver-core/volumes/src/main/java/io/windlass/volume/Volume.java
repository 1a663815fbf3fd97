package io.windlass.volume;

import io.windlass.provision.Parameter;
import io.windlass.registry.VolumeRecord;
import io.windlass.registry.VolumeRecord.Attachment;
import io.windlass.registry.VolumeRecord.Source;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A volume as callers see it.
 *
 * @param capacityBytes most bytes that it may hold; 0: no bound
 * @param context properties that every caller is told, the same for all its life
 * @param changeable parameters in force that can be changed during its life
 * @param source source of its first files; empty: it began without files
 * @param region region whose nodes may use it; empty: nodes in all regions may use it
 * @param nodes ids of the nodes that may use it
 * @param ready whether its creation is complete and it is not being deleted
 */
public record Volume(
    VolumeId id,
    long capacityBytes,
    Map<String, String> context,
    Map<String, String> changeable,
    Optional<ContentSource> source,
    Optional<String> region,
    List<String> nodes,
    boolean ready) {
  public Volume {
    context = Map.copyOf(context);
    changeable = Map.copyOf(changeable);
    nodes = List.copyOf(nodes);
  }

  static Volume of(VolumeId id, VolumeRecord record) {
    return new Volume(
        id,
        record.capacityBytes(),
        record.context(),
        record.changeable(),
        record.source().map(Volume::source),
        record.region(),
        record.attachments().stream().map(Attachment::node).toList(),
        record.state() == VolumeRecord.State.READY);
  }

  /** Returns the most objects that the volume may hold; 0: any number. */
  public long capacityObjects() {
    return ChangeableParameters.maxObjects(changeable);
  }

  /**
   * Returns the mount parameters that a VolumeAttributesClass set, when the volume was created or
   * later.
   */
  public Map<String, String> tuning() {
    return MountParameters.CHANGEABLE.stream()
        .filter(parameter -> changeable.containsKey(parameter.name()))
        .collect(
            Collectors.toMap(
                Parameter::name, parameter -> changeable.getOrDefault(parameter.name(), "")));
  }

  private static ContentSource source(Source source) {
    return switch (source.of()) {
      case SNAPSHOT -> new ContentSource.OfSnapshot(source.id());
      case VOLUME -> new ContentSource.OfVolume(source.id());
    };
  }

  static Source record(ContentSource source) {
    return switch (source) {
      case ContentSource.OfSnapshot(String id) -> new Source(Source.Of.SNAPSHOT, id);
      case ContentSource.OfVolume(String id) -> new Source(Source.Of.VOLUME, id);
    };
  }
}
