package io.windlass.fake.azure;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;

/**
 * "specifying-conditional-headers-for-blob-service-operations". Times count in whole seconds.
 *
 * @param prefix prefix of the headers; conditions on the source of a copy have one
 */
record Conditions(Request request, String prefix) {
  private static final String PAGE = "specifying-conditional-headers-for-blob-service-operations";

  private boolean holds(String etag, Instant modified) {
    Instant seconds = modified.truncatedTo(ChronoUnit.SECONDS);
    return text("if-match").map(wanted -> names(wanted, etag)).orElse(true)
        && text("if-none-match").map(wanted -> !names(wanted, etag)).orElse(true)
        && text("if-modified-since").map(t -> seconds.isAfter(Times.ofHttp(t))).orElse(true)
        && text("if-unmodified-since").map(t -> !seconds.isAfter(Times.ofHttp(t))).orElse(true);
  }

  private Optional<String> text(String name) {
    return request.header(prefix + name);
  }

  private static boolean names(String wanted, String etag) {
    return wanted.equals("*")
        || Arrays.stream(wanted.split(","))
            .anyMatch(one -> one.trim().replace("\"", "").equals(etag));
  }

  /** Checks the conditions of a read: 304 if the caller has the current state, else 412. */
  void requireForReading(Blob there) {
    if (!holds(there.etag(), there.modified())) {
      boolean had = text("if-none-match").isPresent() || text("if-modified-since").isPresent();
      throw Fault.of(had ? 304 : 412, "ConditionNotMet", PAGE);
    }
  }

  /** Checks the conditions on the source of a copy. */
  void requireForSource(Blob there) {
    if (!holds(there.etag(), there.modified())) {
      throw Fault.of(412, "SourceConditionNotMet", PAGE);
    }
  }

  /**
   * Checks the conditions of a write.
   *
   * @param exists error if a blob exists that must not: "put-blob" says 409
   */
  void requireForWriting(Optional<Blob> there, String exists) {
    if (there.isEmpty()) {
      if (text("if-match").isPresent()) {
        throw Fault.of(412, "ConditionNotMet", PAGE);
      }
      return;
    }
    if (text("if-none-match").filter("*"::equals).isPresent()) {
      throw Fault.of(409, exists, "blob-service-error-codes");
    }
    require(there.get().etag(), there.get().modified());
  }

  /** Checks the conditions of a write to an existing blob. */
  void require(String etag, Instant modified) {
    if (!holds(etag, modified)) {
      throw Fault.of(412, "ConditionNotMet", PAGE);
    }
  }
}
