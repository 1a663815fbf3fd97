package io.windlass.fake.azure;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The lease of a container: "lease-container". A request without a lease may do everything except
 * delete the container.
 *
 * @param seconds of an acquisition; -1 for one without an end
 * @param until end of it, or of the break
 */
record Lease(String id, int seconds, Instant until, boolean broken) {
  private static final String PAGE = "lease-container";

  /** The lease of a container that was never leased. */
  static final Lease NONE = new Lease("", 0, Instant.MIN, false);

  private boolean runs(Instant now) {
    return !id.isEmpty() && until.isAfter(now);
  }

  /** Returns the name for headers. */
  String state(Instant now) {
    if (id.isEmpty()) {
      return "available";
    }
    return broken ? runs(now) ? "breaking" : "broken" : runs(now) ? "leased" : "expired";
  }

  /** "get-container-properties": states the duration while the lease is held. */
  Map<String, String> headers(Instant now) {
    String state = state(now);
    String status = runs(now) ? "locked" : "unlocked";
    return state.equals("leased")
        ? Map.of(
            "x-ms-lease-state", state,
            "x-ms-lease-status", status,
            "x-ms-lease-duration", seconds == -1 ? "infinite" : "fixed")
        : Map.of("x-ms-lease-state", state, "x-ms-lease-status", status);
  }

  /** Refuses a request that names another lease, or that lacks a required lease. */
  void require(Optional<String> named, boolean needed, Instant now) {
    if (named.isPresent() && !runs(now)) {
      throw Fault.of(412, "LeaseNotPresentWithContainerOperation", PAGE);
    }
    if (named.isPresent() && !named.get().equalsIgnoreCase(id)) {
      throw Fault.of(412, "LeaseIdMismatchWithContainerOperation", PAGE);
    }
    if (needed && runs(now) && named.isEmpty()) {
      throw Fault.of(412, "LeaseIdMissing", PAGE);
    }
  }

  /** Returns the lease after a request. */
  Lease after(Request request, Instant now) {
    String named = request.header("x-ms-lease-id").orElse("");
    String action = request.header("x-ms-lease-action").orElse("");
    if (action.equals("acquire")) {
      return acquired(request, now);
    }
    if (action.equals("break")) {
      return broken(request, now);
    }
    if (id.isEmpty() || !named.equalsIgnoreCase(id)) {
      throw Fault.of(
          409,
          id.isEmpty() ? "LeaseNotPresentWithLeaseOperation" : "LeaseIdMismatchWithLeaseOperation",
          PAGE);
    }
    return switch (action) {
      case "release" -> NONE;
      case "renew" -> {
        if (broken) {
          throw Fault.of(409, "LeaseIsBrokenAndCannotBeRenewed", PAGE);
        }
        yield new Lease(id, seconds, end(now, seconds), false);
      }
      case "change" ->
          new Lease(request.header("x-ms-proposed-lease-id").orElse(""), seconds, until, broken);
      default -> throw Fault.unknown("the lease action '" + action + "'");
    };
  }

  private Lease acquired(Request request, Instant now) {
    int asked = Request.number(request.header("x-ms-lease-duration").orElse("0"));
    if (asked != -1 && (asked < 15 || asked > 60)) {
      throw Fault.of(400, "InvalidHeaderValue", PAGE);
    }
    String proposed =
        request.header("x-ms-proposed-lease-id").orElseGet(() -> UUID.randomUUID().toString());
    if (runs(now) && broken) {
      throw Fault.of(409, "LeaseIsBreakingAndCannotBeAcquired", PAGE);
    }
    if (runs(now) && !proposed.equalsIgnoreCase(id)) {
      throw Fault.of(409, "LeaseAlreadyPresent", PAGE);
    }
    return new Lease(proposed, asked, end(now, asked), false);
  }

  /**
   * Returns the time when a broken lease ends: at once if the request says so or the lease is
   * infinite; otherwise at its end.
   */
  private Lease broken(Request request, Instant now) {
    if (id.isEmpty()) {
      throw Fault.of(409, "LeaseNotPresentWithLeaseOperation", PAGE);
    }
    Instant latest = seconds == -1 ? now : until;
    Instant end =
        request
            .header("x-ms-lease-break-period")
            .map(period -> now.plusSeconds(Request.number(period)))
            .filter(asked -> seconds == -1 || asked.isBefore(until))
            .orElse(latest);
    return new Lease(id, seconds, end, true);
  }

  private static Instant end(Instant now, int seconds) {
    return seconds == -1 ? Instant.MAX : now.plusSeconds(seconds);
  }
}
