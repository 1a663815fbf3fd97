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
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Tries keys as workloads use them: changes of access take minutes, and only requests show when
 * they are effective ("Access change propagation", "HMAC keys"). Some replicas are later than
 * others, so an answer is believed that several trials in a row had, over a time that calls of the
 * sidecar span: no call waits for it. Writes nothing.
 */
final class GcsProbe {
  /** Least trials in a row. */
  static final int IN_A_ROW = 3;

  /** Most keys whose trials are remembered; of others the oldest are made again. */
  private static final int MOST_ROWS = 1000;

  private final GcsService service;
  private final StoreErrors errors;
  private final InstantSource clock;
  private final Map<String, TrialRow> rows = new LinkedHashMap<>();

  /** What is known of a key. */
  enum Seen {
    /** The last trial had another answer. */
    OTHERWISE,
    /** Too few trials had the answer, or within too short a time. */
    TOO_SHORT,
    /** The answer can be believed. */
    SETTLED
  }

  GcsProbe(GcsService service, StoreErrors errors, InstantSource clock) {
    this.service = service;
    this.errors = errors;
    this.clock = clock;
  }

  /** Tries whether the service accepts a key for all of the grants. */
  Seen accepted(GcsAccessKey key, List<BucketGrant> grants) {
    return seen(
        "accepted " + key.accessId(),
        () -> grants.stream().allMatch(grant -> isAccepted(key, grant)));
  }

  /** Tries whether the service refuses a key for all of the grants. */
  Seen refused(GcsAccessKey key, List<BucketGrant> grants) {
    return seen(
        "refused " + key.accessId(),
        () -> grants.stream().noneMatch(grant -> isAccepted(key, grant)));
  }

  private Seen seen(String what, BooleanSupplier trial) {
    Optional<TrialRow> row;
    do {
      boolean same = trial.getAsBoolean();
      row = noted(what, same);
    } while (row.filter(each -> each.count() < IN_A_ROW).isPresent());
    Duration over = service.connection().management().keysTriedFor();
    return row.map(each -> each.isEnough(IN_A_ROW, over) ? Seen.SETTLED : Seen.TOO_SHORT)
        .orElse(Seen.OTHERWISE);
  }

  private Optional<TrialRow> noted(String what, boolean same) {
    synchronized (rows) {
      Optional<TrialRow> row =
          TrialRow.after(Optional.ofNullable(rows.remove(what)), same, clock.instant());
      row.ifPresent(each -> rows.put(what, each));
      if (rows.size() > MOST_ROWS) {
        rows.remove(rows.keySet().iterator().next());
      }
      return row;
    }
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
