package io.windlass.csi.node;

import io.windlass.connect.BucketAddress;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.BucketConnectors;
import io.windlass.csi.Renewal;
import io.windlass.csi.node.request.VolumeAccess;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.proto.mounter.NextCredential;
import io.windlass.proto.mounter.Options;
import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Volume;
import io.windlass.secret.MessageKey;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Creates the messages that describe volumes to the mounter. */
final class VolumeMessages {
  private final NodeSettings settings;
  private final BucketConnectors connectors;

  VolumeMessages(NodeSettings settings, BucketConnectors connectors) {
    this.settings = settings;
    this.connectors = connectors;
  }

  /** Returns the message for a volume that is to be mounted. */
  KeyedVolume of(NodeRecord record, VolumeAccess access, Options.Builder options) {
    Volume volume =
        Volume.newBuilder()
            .setId(record.id())
            .setMountPoint(record.mountPoint())
            .setSource(
                Source.newBuilder()
                    .setBucket(access.address().bucket())
                    .setPrefix(access.prefix())
                    .setProtocol(access.address().protocol().text())
                    .putAllAddress(access.address().fields())
                    .setUri(
                        connectors
                            .of(access.address().protocol())
                            .map(each -> each.uri(access.address(), access.prefix()))
                            .orElse(""))
                    .setCaCertificate(settings.caCertificate().map(Path::toString).orElse("")))
            .setOptions(
                options
                    .setCounted(true)
                    .setStaging(settings.staging().toString())
                    .setCapacityBytes(capacity(access.capacityBytes(), record))
                    .setCapacityObjects(access.capacityObjects()))
            .build();
    return keyed(volume, access);
  }

  /** Returns whether a mounted volume is on a server that is none of the configured backends. */
  boolean isForeign(Volume volume) {
    Source source = volume.getSource();
    return connectors
        .of(source.getProtocol())
        .filter(connector ->
            settings
                .endpoints()
                .isOwn(
                    connector.server(
                        new BucketAddress(
                            connector.protocol(), source.getBucket(), source.getAddressMap()))))
        .isEmpty();
  }

  /** Returns the location of a volume, for comparison and for people. */
  String from(VolumeAccess access) {
    return from(connectors.of(access.address().protocol()), access.address(), access.prefix());
  }

  /** Returns the location of a mounted volume, for comparison and for people. */
  String from(Volume volume) {
    Source source = volume.getSource();
    Optional<BucketConnector> connector = connectors.of(source.getProtocol());
    return connector.isEmpty()
        ? "a %s server".formatted(source.getProtocol())
        : from(
            connector,
            new BucketAddress(
                connector.get().protocol(), source.getBucket(), source.getAddressMap()),
            source.getPrefix());
  }

  private static String from(
      Optional<BucketConnector> connector, BucketAddress address, String prefix) {
    return "%s/%s".formatted(connector.orElseThrow().describe(address), prefix);
  }

  private static KeyedVolume keyed(Volume volume, VolumeAccess access) {
    Volume.Builder keyed = volume.toBuilder().clearRenewal();
    access
        .renewal()
        .ifPresent(each ->
            keyed.setRenewal(
                NextCredential.newBuilder()
                    .setUrl(each.url().toString())
                    .setIssuedMs(each.issued().toEpochMilli())
                    .setExpiresMs(each.expires().map(Instant::toEpochMilli).orElse(0L))));
    return new KeyedVolume(
        keyed.build(),
        Optional.of(access.credential()),
        access.renewal().map(each -> each.key().secret()));
  }

  /** Returns how the controller is asked for a mounted volume; empty if it cannot be asked. */
  static Optional<Renewal> renewal(KeyedVolume volume) {
    NextCredential known = volume.volume().getRenewal();
    return volume
        .renewalKey()
        .map(key ->
            new Renewal(
                Instant.ofEpochMilli(known.getIssuedMs()),
                Optional.of(known.getExpiresMs()).filter(end -> end > 0).map(Instant::ofEpochMilli),
                URI.create(known.getUrl()),
                new MessageKey(key)));
  }

  /**
   * Returns the volume with what may change while it is mounted: another credential, and other
   * bounds. A CO repeats the publish context that it was given first, whose credential may have
   * ended, and whose bounds may have been changed: what was told later stays.
   */
  static KeyedVolume changed(KeyedVolume volume, NodeRecord record, VolumeAccess access) {
    if (isOlder(access, volume)) {
      return grown(volume, record);
    }
    Volume.Builder changed = volume.volume().toBuilder();
    changed
        .getOptionsBuilder()
        .setCapacityBytes(capacity(access.capacityBytes(), record))
        .setCapacityObjects(access.capacityObjects());
    return keyed(changed.build(), access);
  }

  /** Returns whether a call has what was told before what the mounted volume has. */
  static boolean isOlder(VolumeAccess access, KeyedVolume volume) {
    Optional<Renewal> now = renewal(volume);
    return now.isPresent()
        && access.renewal().filter(each -> each.isOlderThan(now.get())).isPresent();
  }

  /** Returns the volume with the capacity of its record, if that is larger. */
  static KeyedVolume grown(KeyedVolume volume, NodeRecord record) {
    Volume.Builder grown = volume.volume().toBuilder();
    Options.Builder options = grown.getOptionsBuilder();
    options.setCapacityBytes(capacity(options.getCapacityBytes(), record));
    return new KeyedVolume(grown.build(), volume.credential(), volume.renewalKey());
  }

  /**
   * Returns the larger capacity, because the publish context, which a CO repeats, is older than an
   * expansion; 0, which means no bound, stays 0.
   */
  private static long capacity(long published, NodeRecord record) {
    return published == 0 ? 0 : Math.max(published, record.grownBytes());
  }
}
