package io.windlass.csi.controller;

import io.windlass.access.BucketLocation;
import io.windlass.access.Credential;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.BucketConnectors;
import io.windlass.csi.NodeId;
import io.windlass.csi.PublishContext;
import io.windlass.csi.Renewal;
import io.windlass.secret.Keyring;
import io.windlass.volume.Attached;
import io.windlass.volume.Volume;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Writes what nodes are told of the volumes that are attached to them.
 *
 * @param renewalUrl where nodes ask for a volume as it is later; empty: nowhere, and no credential
 *     ends by itself
 */
record PublishContexts(
    BucketConnectors connectors,
    Supplier<Keyring> keyring,
    Optional<URI> renewalUrl,
    InstantSource clock) {

  /** Returns the fields of {@code publish_context}, of which only this node can read all. */
  Map<String, String> of(Attached attached, NodeId node) {
    Volume volume = attached.volume();
    BucketLocation location = attached.location();
    BucketConnector connector =
        connectors
            .of(location.protocol())
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "volumes of %s cannot be mounted yet".formatted(location)));
    Keyring keys = keyring.get();
    String id = volume.id().toString();
    return new PublishContext(
            connector.address(location),
            volume.id().prefix(),
            connector.credential(attached.credential()),
            volume.capacityBytes(),
            volume.capacityObjects(),
            attached.readOnly(),
            volume.tuning(),
            renewal(attached, keys, node.toString()))
        .sealed(node, keys, id);
  }

  private Optional<Renewal> renewal(Attached attached, Keyring keys, String node) {
    Optional<Instant> expires =
        attached.credential() instanceof Credential.Key key ? key.expires() : Optional.empty();
    Optional<String> attachment = attached.attachment();
    return renewalUrl.map(url ->
        new Renewal(
            clock.instant(),
            expires,
            RenewalServer.url(url, attachment),
            Renewal.key(keys, attached.volume().id().toString(), node, attachment)));
  }
}
