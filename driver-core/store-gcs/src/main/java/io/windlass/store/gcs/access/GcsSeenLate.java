package io.windlass.store.gcs.access;

import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.operation.Deadline;
import io.windlass.store.gcs.client.GcsService;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Repeats calls that name a service account or a role that was made a moment ago: parts of Google
 * do not know it yet, and say that it does not exist ("IAM: consistency model", "Create service
 * accounts": "60 seconds or more").
 */
final class GcsSeenLate {
  private final GcsService service;
  private final StoreErrors errors;

  GcsSeenLate(GcsService service, StoreErrors errors) {
    this.service = service;
    this.errors = errors;
  }

  /**
   * Returns until when an operation waits for what it has made, however many buckets it names: as
   * long as one call may take.
   */
  Deadline patience() {
    return Deadline.within(service.connection().http().callTimeout());
  }

  /**
   * Repeats a call within the time limit of calls, with growing pauses.
   *
   * @param patience when the operation of which it is a part waits no more
   * @param unseen whether a failure means that a new name is not known yet
   * @throws DriverException.Unavailable if it is not known at the end; what was made stays
   */
  <T> T call(
      String operation,
      String target,
      Deadline patience,
      Predicate<DriverException> unseen,
      Supplier<T> call) {
    try {
      return service.attempts().repeat(patience(), e -> unseen.test(e) && !patience.isOver(), call);
    } catch (DriverException e) {
      if (!unseen.test(e)) {
        throw e;
      }
      throw new DriverException.Unavailable(
          errors.says(
              operation,
              target,
              "a service account or role is made, and Google does not know it yet: call again"
                  + " (%s)".formatted(e.getMessage())),
          e);
    }
  }

  /**
   * Returns whether a request was refused because of a name that the service does not know:
   * "Service account x does not exist.", "Role x does not exist in the resource's hierarchy." Such
   * a refusal has no code of its own.
   */
  static boolean isUnknownName(DriverException refused) {
    return refused instanceof DriverException.InvalidArgument
        && String.valueOf(refused.getMessage()).contains("does not exist");
  }
}
