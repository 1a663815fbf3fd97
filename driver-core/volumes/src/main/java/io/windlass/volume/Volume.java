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
 * @param context what every caller is told of it, the same for all its life
 * @param changeable the parameters in force that can be changed while it lives
 * @param source where its first files come from
 * @param region the one for whose nodes it is; empty: for all nodes
 * @param nodes ids of the nodes that may use it
 * @param ready whether it is made, and not being deleted
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

  /** Most objects that it may hold; 0: any number. */
  public long capacityObjects() {
    return ChangeableParameters.maxObjects(changeable);
  }

  /** What of its mount was changed since it was made, or set beside it. */
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
