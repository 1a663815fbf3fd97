package io.windlass.store.gcs.access;

import io.windlass.access.AccessMode;
import io.windlass.access.BucketGrant;
import io.windlass.error.StoreErrors;
import io.windlass.store.gcs.client.GcsAccessKey;
import io.windlass.store.gcs.client.GcsKeys;
import io.windlass.store.gcs.client.GcsService;
import io.windlass.store.gcs.client.GcsSigner;
import io.windlass.store.gcs.client.GcsTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Tries keys as workloads use them: changes of access take minutes, and only requests show when
 * they are effective ("Access change propagation", "HMAC keys"). Some replicas are later than
 * others, so several trials in a row have to have the same answer. Writes nothing.
 */
final class GcsProbe {
  private static final int IN_A_ROW = 3;

  private final GcsService service;
  private final StoreErrors errors;

  GcsProbe(GcsService service, StoreErrors errors) {
    this.service = service;
    this.errors = errors;
  }

  /** Returns whether the service accepts a key for all of the grants, at each trial. */
  boolean isAcceptedEverywhere(GcsAccessKey key, List<BucketGrant> grants) {
    return answers(key, grants).allMatch(accepted -> accepted);
  }

  /** Returns whether the service accepts a key for one of the grants, at any trial. */
  boolean isAccepted(GcsAccessKey key, List<BucketGrant> grants) {
    return answers(key, grants).anyMatch(accepted -> accepted);
  }

  private Stream<Boolean> answers(GcsAccessKey key, List<BucketGrant> grants) {
    return grants.stream()
        .flatMap(grant -> Stream.generate(() -> isAccepted(key, grant)).limit(IN_A_ROW));
  }

  /** Returns whether the service accepts a key for a bucket, or for a prefix of it, this time. */
  private boolean isAccepted(GcsAccessKey key, BucketGrant grant) {
    String bucket = "/" + GcsKeys.encoded(grant.bucket());
    AccessMode data = grant.modes().objectData();
    if (data.reads()) {
      String prefix = GcsKeys.encoded(grant.prefix());
      return isAccepted(
          key, grant, "GET", bucket + "?list-type=2&max-keys=1&prefix=" + prefix, Map.of());
    }
    if (data.writes()) {
      // No object has this generation, so the request fails even if it is permitted.
      String object = GcsKeys.encodedPath(grant.prefix() + GcsKeys.PROBE);
      return isAccepted(
          key, grant, "PUT", bucket + "/" + object, Map.of("x-goog-if-generation-match", "1"));
    }
    return isAccepted(key, grant, "HEAD", bucket, Map.of());
  }

  private boolean isAccepted(
      GcsAccessKey key,
      BucketGrant grant,
      String method,
      String pathAndQuery,
      Map<String, String> headers) {
    URI url = URI.create(service.connection().root().replaceAll("/$", "") + pathAndQuery);
    GcsSigner signer = key.signer();
    return errors.call(
        "try a key on",
        grant.bucket(),
        () -> {
          int status = status(signer, method, url, headers);
          return switch (status) {
            case 200, 412 -> true;
            case 401, 403, 404 -> false; // 404: the bucket is gone, and so is access to it
            default -> throw new UncheckedIOException(new IOException("HTTP " + status));
          };
        });
  }

  private int status(GcsSigner signer, String method, URI url, Map<String, String> headers) {
    try {
      GcsTransport.Received received =
          service
              .transport()
              .send(
                  () ->
                      signer
                          .signed(method, url, headers, Instant.now())
                          .method(method, BodyPublishers.noBody()),
                  Duration.ZERO,
                  true);
      received.body().close();
      return received.status();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
