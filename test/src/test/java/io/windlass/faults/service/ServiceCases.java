package io.windlass.faults.service;

import static io.windlass.faults.service.ServiceCase.refused;
import static io.windlass.faults.service.ServiceCase.refusedId;
import static io.windlass.faults.service.ServiceCase.well;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.windlass.faults.service.Service.Refused;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.UniqueName;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Cases for both services. Each case makes what it needs under a name of its own. */
final class ServiceCases {
  private static final int AT_ONCE = 4;
  private static final String WHO = "somebody";

  private ServiceCases() {}

  /** Requests that no backend could answer. */
  static Stream<ServiceCase> malformed() {
    return Stream.of(
        refused(Code.INVALID_ARGUMENT, List.of("name", "is required"), "no name", s -> make(s, "")),
        refused(
            Code.INVALID_ARGUMENT,
            List.of("name", " is "),
            "a name that is too long",
            s -> make(s, "n".repeat(300))),
        wrong("colour", "blue", "parameter colour is unknown"),
        wrong(
            "versioning",
            "maybe",
            "parameter versioning is 'maybe', but must be Enabled or Disabled"),
        wrong("quota", "much", "parameter quota is 'much', but must be a size like 500Gi"),
        wrong(
            "expirationDays",
            "0",
            "parameter expirationDays is '0', but must be a number from 1 to"),
        wrong(
            "encryption",
            "rot13",
            "parameter encryption is 'rot13', but must be AES256 or aws:kms"),
        new ServiceCase(
            "parameter retentionDays",
            _ -> Code.INVALID_ARGUMENT,
            s ->
                List.of(
                    s instanceof CsiService
                        ? "parameter retentionDays is unknown"
                        : "parameter retentionDays needs objectLock"),
            s -> s.make(fresh(), Map.of("retentionDays", "7"))),
        wrong("kmsKeyId", "key", "parameters encryption=aws:kms and kmsKeyId go together"),
        wrong(
            "encryptionScope",
            "A",
            "parameter encryptionScope is 'A', but must be 3 to 63 lower case letters"),
        wrong("region", "Here!", "parameter region is 'Here!', but must be the name of a region"),
        wrong("tags", "none", "parameter tags is 'none', but must be like team=data,env=prod"),
        wrong("namePrefix", "UPPER", "parameter namePrefix is 'UPPER', but must be up to 20 of"),
        wrong("backend", "moon", "parameter backend: no backend 'moon' is configured"),
        wrong("tags", "x".repeat(5000), "parameters is 5004 bytes long, and may be 4096 at most"),
        refused(
            Code.INVALID_ARGUMENT,
            List.of("parameter colour", "parameter versioning", "parameter quota"),
            "all that is wrong",
            s -> s.make(fresh(), Map.of("colour", "b", "versioning", "maybe", "quota", "much"))),
        refusedId(Code.INVALID_ARGUMENT, "a delete of nothing", s -> s.delete("")),
        refusedId(Code.INVALID_ARGUMENT, "use of nothing", s -> s.allow("", WHO, false)),
        refusedId(
            Code.INVALID_ARGUMENT,
            "a delete of an id that is too long",
            s -> s.delete("store/" + "n".repeat(3000))));
  }

  private static ServiceCase wrong(String name, String value, String named) {
    return refused(
        Code.INVALID_ARGUMENT,
        List.of(named),
        "parameter " + name,
        s -> s.make(fresh(), Map.of(name, value)));
  }

  /** Returns cases with ids of things that never existed. */
  static Stream<ServiceCase> unknown() {
    return Stream.of(
            Stream.of(nothing(id(fresh()))),
            Stream.of(id("A B"), "///").map(ServiceCases::impossible),
            Stream.of(elsewhere("moon/" + fresh())))
        .flatMap(each -> each)
        .flatMap(each -> each);
  }

  private static Stream<ServiceCase> nothing(String id) {
    return Stream.of(
        well("a delete of " + id, s -> s.delete(id)),
        refused(Code.NOT_FOUND, List.of(id), "use of " + id, s -> s.allow(id, WHO, false)),
        well("the end of the use of " + id, s -> s.forbid(id, WHO)));
  }

  /** No bucket can have such a name; to CSI, which has no field for a name, it is any other id. */
  private static Stream<ServiceCase> impossible(String id) {
    return Stream.of(
        well("a delete of " + id, s -> s.delete(id)),
        new ServiceCase(
            "use of " + id,
            s -> s instanceof CsiService ? Code.NOT_FOUND : Code.INVALID_ARGUMENT,
            s -> List.of(s instanceof CsiService ? id : "no bucket can have the name"),
            s -> s.allow(id, WHO, false)),
        well("the end of the use of " + id, s -> s.forbid(id, WHO)));
  }

  /** The backend may have been renamed: nobody knows that the bucket is gone. */
  private static Stream<ServiceCase> elsewhere(String id) {
    return Stream.of(
        refused(Code.FAILED_PRECONDITION, List.of(id), "a delete of " + id, s -> s.delete(id)),
        refused(Code.NOT_FOUND, List.of(id), "use of " + id, s -> s.allow(id, WHO, false)),
        new ServiceCase(
            "the end of the use of " + id,
            s ->
                s instanceof CsiService
                    ? Code.FAILED_PRECONDITION
                    : Code.OK, // an account has its own id
            s -> List.of(),
            s -> s.forbid(id, WHO)));
  }

  /** Returns cases about the bucket of the driver's own records. */
  static Stream<ServiceCase> own() {
    String id = id(DriverSetup.REGISTRY);
    return Stream.<Consumer<Service>>of(
            s -> make(s, DriverSetup.REGISTRY), s -> s.delete(id), s -> s.allow(id, WHO, false))
        .map(deed -> refused(Code.PERMISSION_DENIED, List.of(id), "the registry", deed));
  }

  private static String id(String local) {
    return DriverSetup.BACKEND + "/" + local;
  }

  /** Returns whole lives in which each call is made more than once. */
  static Stream<ServiceCase> lives() {
    return Stream.of(
        well(
            "made twice",
            s -> {
              String name = fresh();
              String id = make(s, name);
              assertThat(id).isEqualTo(id(name));
              assertThat(make(s, name)).isEqualTo(id);
              s.delete(id);
            }),
        well(
            "deleted twice",
            s -> {
              String id = make(s, fresh());
              s.delete(id);
              s.delete(id);
            }),
        well(
            "allowed and forbidden twice",
            s -> {
              String id = make(s, fresh());
              String who = UniqueName.of("who");
              Object told = s.allow(id, who, false);
              assertThat(s.allow(id, who, false).equals(told)).as("the same answer").isTrue();
              s.forbid(id, who);
              s.forbid(id, who);
              assertThat(s.allow(id, who, false).equals(told)).as("another answer").isFalse();
              s.forbid(id, who);
              s.delete(id);
            }),
        new ServiceCase(
            "allowed in another way",
            Service::allowedOtherwise,
            _ -> List.of("somebody-else"),
            s -> {
              String id = make(s, fresh());
              s.allow(id, "somebody-else", false);
              try {
                s.allow(id, "somebody-else", true);
              } finally {
                s.forbid(id, "somebody-else");
                s.delete(id);
              }
            }),
        refused(
            Code.NOT_FOUND,
            List.of("there is no "),
            "use of what was deleted",
            s -> {
              String id = make(s, fresh());
              s.delete(id);
              s.allow(id, WHO, false);
            }),
        well("everything at once", ServiceCases::atOnce));
  }

  /**
   * Requires that at least one of several equal calls is answered, and the others the same way or
   * with ABORTED.
   */
  private static void atOnce(Service service) {
    String name = fresh();
    String who = UniqueName.of("who");
    atOnce(() -> make(service, name));
    String id = make(service, name);
    atOnce(() -> service.allow(id, who, true));
    Consumer<Service> forbid = s -> s.forbid(id, who);
    Consumer<Service> delete = s -> s.delete(id);
    for (Consumer<Service> each : List.of(forbid, delete)) {
      atOnce(() -> {
        each.accept(service);
        return true;
      });
      each.accept(service);
    }
  }

  private static void atOnce(Callable<Object> call) {
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Code> codes =
          Stream.generate(() -> threads.submit(call)).limit(AT_ONCE).toList().stream()
              .map(ServiceCases::code)
              .toList();
      assertThat(codes).contains(Code.OK).isSubsetOf(Code.OK, Code.ABORTED);
    }
  }

  private static Code code(Future<Object> call) {
    try {
      call.get();
      return Code.OK;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Refused refused) {
        return refused.code();
      }
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /**
   * Returns cases in which a setting is given twice in different forms, on a backend that has it.
   */
  static Stream<ServiceCase> settings() {
    return Stream.of(
        refused(
            Code.ALREADY_EXISTS,
            List.of("quota"),
            "made again with another quota",
            s -> again(s, Map.of("quota", "1Gi"), Map.of("quota", "2Gi"))),
        refused(
            Code.ALREADY_EXISTS,
            List.of("tags"),
            "made again with tags",
            s -> again(s, Map.of(), Map.of("tags", "a=1"))),
        well(
            "made again in other words",
            s ->
                again(
                    s,
                    Map.of("quota", "1Gi", "tags", "a=1,b=2", "versioning", "Disabled"),
                    Map.of("quota", "1073741824", "tags", "b=2, a=1"))));
  }

  private static void again(Service s, Map<String, String> first, Map<String, String> second) {
    String name = fresh();
    String id = s.make(name, first);
    try {
      assertThat(s.make(name, second)).isEqualTo(id);
    } finally {
      s.delete(id);
    }
  }

  private static String make(Service service, String name) {
    return service.make(name, Map.of());
  }

  private static String fresh() {
    return UniqueName.of("both");
  }
}
