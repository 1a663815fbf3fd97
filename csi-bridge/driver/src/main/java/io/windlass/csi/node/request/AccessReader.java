package io.windlass.csi.node.request;

import io.windlass.connect.BucketConnectors;
import io.windlass.csi.PublishContext;
import io.windlass.error.DriverException;
import io.windlass.secret.SealingKeyPair;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * Finds out how a volume is reached: from {@code publish_context} if the controller filled it,
 * otherwise from the secrets of the call.
 */
public final class AccessReader {
  private final BucketConnectors connectors;
  private final NodeSecrets nodeSecrets;
  private final SealingKeyPair key;
  private final EndpointRules endpoints;

  /**
   * Creates a reader.
   *
   * @param key the node's own key
   */
  public AccessReader(BucketConnectors connectors, SealingKeyPair key, EndpointRules endpoints) {
    this.connectors = connectors;
    this.nodeSecrets = new NodeSecrets(connectors);
    this.key = key;
    this.endpoints = endpoints;
  }

  /**
   * Returns how the volume is reached; empty if the call has neither publish context nor secrets.
   *
   * @throws DriverException.InvalidArgument when these are malformed, or are for another node or
   *     volume
   * @throws DriverException.PermissionDenied when they name a server that is not allowed
   */
  public Optional<VolumeAccess> find(
      String volumeId,
      Map<String, String> publishContext,
      Map<String, String> secrets,
      Map<String, String> volumeContext) {
    Optional<VolumeAccess> published = published(volumeId, publishContext);
    if (published.isPresent()) {
      return published;
    }
    return secrets.isEmpty()
        ? Optional.empty()
        : Optional.of(allowed(nodeSecrets.read(secrets, volumeContext, volumeId)));
  }

  /** The message names no address, as the refusal of every address is the same. */
  private VolumeAccess allowed(VolumeAccess access) {
    URI server = connectors.of(access.address().protocol()).orElseThrow().server(access.address());
    if (!endpoints.allow(server)) {
      throw new DriverException.PermissionDenied(
          "volumes whose secrets name this endpoint are not allowed on this node: the administrator"
              + " can allow it with WINDLASS_CSI_ENDPOINTS",
          null);
    }
    return endpoints.isOwn(server) ? access : access.ofForeignServer();
  }

  /** Returns how the volume is reached; throws InvalidArgument if the call does not say it. */
  public VolumeAccess require(
      String volumeId,
      Map<String, String> publishContext,
      Map<String, String> secrets,
      Map<String, String> volumeContext) {
    return find(volumeId, publishContext, secrets, volumeContext)
        .orElseThrow(() ->
            new DriverException.InvalidArgument(
                "neither publish_context nor secrets say how the volume is reached: %s"
                    .formatted(nodeSecrets.need())));
  }

  /**
   * Returns how the volume is reached from now on, as the controller says.
   *
   * @throws DriverException.InvalidArgument when it was said to another node, or of another volume
   * @throws DriverException.PermissionDenied when it names a server that is not allowed
   */
  public VolumeAccess renewed(String volumeId, Map<String, String> fields) {
    return published(volumeId, fields)
        .orElseThrow(
            () -> new DriverException.InvalidArgument("the controller sent no credential"));
  }

  /** Who writes the publish context of an attachment could make a whole one, with its own key. */
  private PublishContext allowed(PublishContext context) {
    URI server =
        connectors.of(context.address().protocol()).orElseThrow().server(context.address());
    if (!endpoints.allowPublished(server)) {
      throw new DriverException.PermissionDenied(
          "publish_context names a server that this node is not configured for: let"
              + " WINDLASS_CSI_ENDPOINTS of the node name it, or attach the volume again",
          null);
    }
    if (context.renewal().filter(each -> !endpoints.allowAsking(each.url())).isPresent()) {
      throw new DriverException.PermissionDenied(
          "publish_context names another controller than WINDLASS_CSI_RENEWAL_URL of this node:"
              + " attach the volume again",
          null);
    }
    return context;
  }

  private Optional<VolumeAccess> published(String volumeId, Map<String, String> publishContext) {
    try {
      return PublishContext.open(publishContext, connectors, key, volumeId)
          .map(context -> VolumeAccess.published(allowed(context)));
    } catch (IllegalArgumentException e) {
      throw new DriverException.InvalidArgument(String.valueOf(e.getMessage()));
    } catch (IllegalStateException e) {
      throw new DriverException.InvalidArgument(
          "publish_context.credential cannot be opened: it was made for another volume, or for"
              + " another node or an earlier key of this one, or another field was changed since:"
              + " attach the volume again");
    }
  }
}
