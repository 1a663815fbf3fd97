package io.windlass.faults.service;

import static org.awaitility.Awaitility.await;

import io.grpc.Status.Code;
import io.windlass.faults.service.Service.Refused;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One thing that any {@link Service} has to answer in the same way.
 *
 * @param named what the message must name; empty where all is well
 */
record ServiceCase(
    String what,
    Function<Service, Code> code,
    Function<Service, List<String>> named,
    Consumer<Service> deed) {

  /** Returns a case that succeeds and checks its result itself. */
  static ServiceCase well(String what, Consumer<Service> deed) {
    return new ServiceCase(what, _ -> Code.OK, _ -> List.of(), deed);
  }

  /** Returns a case that is refused with a code and a message that names the given texts. */
  static ServiceCase refused(Code code, List<String> named, String what, Consumer<Service> deed) {
    return new ServiceCase(what, _ -> code, _ -> named, deed);
  }

  /** The same where the message names the field with the id. */
  static ServiceCase refusedId(Code code, String what, Consumer<Service> deed) {
    return new ServiceCase(what, _ -> code, service -> List.of(service.idField()), deed);
  }

  /**
   * Returns how the service deviates from the case; empty if it does not. That a server was too
   * slow says nothing, and the case is tried again.
   */
  Optional<String> violation(Service service) {
    return await()
        .pollDelay(Duration.ZERO)
        .until(() -> tried(service), tried -> isAnswer(service, tried.code()))
        .violation();
  }

  private boolean isAnswer(Service service, Code found) {
    return found != Code.UNAVAILABLE || code.apply(service) == Code.UNAVAILABLE;
  }

  private record Tried(Code code, Optional<String> violation) {}

  private Tried tried(Service service) {
    Code found = Code.OK;
    String message = "";
    try {
      deed.accept(service);
    } catch (Refused e) {
      found = e.code();
      message = String.valueOf(e.getMessage());
    } catch (AssertionError e) {
      return new Tried(found, Optional.of("%s: %s: %s".formatted(service, what, e.getMessage())));
    }
    return new Tried(found, violation(service, found, message));
  }

  private Optional<String> violation(Service service, Code found, String message) {
    boolean right =
        found == code.apply(service) && named.apply(service).stream().allMatch(message::contains);
    return right
        ? Optional.empty()
        : Optional.of(
            "%s: %s: %s '%s', and not %s with %s"
                .formatted(
                    service, what, found, message, code.apply(service), named.apply(service)));
  }
}
