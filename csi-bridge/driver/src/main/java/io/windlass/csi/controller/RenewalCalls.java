package io.windlass.csi.controller;

import io.windlass.csi.NodeId;
import io.windlass.csi.RenewalRequest;
import io.windlass.error.DriverException;
import io.windlass.secret.Keyring;
import io.windlass.secret.MessageKey;
import io.windlass.volume.Attached;
import io.windlass.volume.Volumes;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers nodes that ask for the next credential of a volume. Keeps nothing: the keyring says
 * whether a node may ask, and the record of the volume whether it is attached there.
 */
final class RenewalCalls {
  private static final Logger log = LoggerFactory.getLogger(RenewalCalls.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Volumes volumes;
  private final PublishContexts contexts;
  private final Supplier<Keyring> keyring;

  RenewalCalls(Volumes volumes, PublishContexts contexts, Supplier<Keyring> keyring) {
    this.volumes = volumes;
    this.contexts = contexts;
    this.keyring = keyring;
  }

  /**
   * Answer to a request.
   *
   * @param status 200: {@code body} has the fields of a publish context; 404: the volume is not
   *     attached to the node; 503: ask again; others: the request is wrong
   * @param signature by the key with which the request was signed; empty if it was by none
   */
  record Answer(int status, String body, Optional<String> signature) {}

  /**
   * Answers a request.
   *
   * @param attachment id of the attachment that it is about; empty: of one that has none
   */
  Answer answer(String text, Optional<String> attachment) {
    Optional<RenewalRequest> request = RenewalRequest.parse(text);
    Optional<NodeId> node = request.flatMap(each -> NodeId.parse(each.nodeId()));
    if (request.isEmpty() || node.isEmpty()) {
      return new Answer(400, "not a request for a credential", Optional.empty());
    }
    Optional<MessageKey> signer = request.get().signer(keyring.get(), attachment);
    if (signer.isEmpty()) {
      return new Answer(
          403, "the volume was attached with another key of the driver", Optional.empty());
    }
    return answer(request.get(), node.get(), attachment, signer.get());
  }

  private Answer answer(
      RenewalRequest request, NodeId node, Optional<String> attachment, MessageKey key) {
    try {
      Attached attached = volumes.renew(request.volumeId(), request.nodeId(), attachment);
      return signed(200, JSON.writeValueAsString(contexts.of(attached, node)), request, key);
    } catch (DriverException.NotFound e) {
      return signed(404, "the volume is not attached to this node", request, key);
    } catch (DriverException.Aborted e) {
      return signed(503, "another call works on the volume", request, key);
    } catch (RuntimeException e) {
      log.warn(
          "node {} gets no credential for volume {} now: {}",
          node.name().name(),
          request.volumeId(),
          e.getMessage());
      log.debug("no credential", e);
      return signed(
          503, "no credential can be issued now; the controller's log says why", request, key);
    }
  }

  private static Answer signed(int status, String body, RenewalRequest request, MessageKey key) {
    return new Answer(status, body, Optional.of(key.sign(request.answered(status, body))));
  }
}
