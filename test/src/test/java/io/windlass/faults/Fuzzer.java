package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import io.grpc.Status.Code;
import io.windlass.faults.RawWire.Reply;
import io.windlass.proto.cosi.v1alpha1.CosiV1Alpha1Proto;
import io.windlass.proto.cosi.v1alpha1.DriverDeleteBucketRequest;
import io.windlass.proto.cosi.v1alpha1.DriverRevokeBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.CosiV1Alpha2Proto;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Sends requests of every kind to every RPC: right ones, right ones with one field changed, strange
 * ones, right ones with their bytes changed, noise, too much. Used by one thread; several can be at
 * work at one driver if their names differ.
 */
final class Fuzzer {
  private static final List<MethodDescriptor> METHODS =
      Stream.of(CosiV1Alpha1Proto.getDescriptor(), CosiV1Alpha2Proto.getDescriptor())
          .flatMap(file -> file.getServices().stream())
          .flatMap(service -> service.getMethods().stream())
          .toList();

  /** What COSI's error scheme has for a request, whatever is in it, while the server is well. */
  private static final Set<Code> RIGHT =
      EnumSet.of(
          Code.OK,
          Code.INVALID_ARGUMENT,
          Code.NOT_FOUND,
          Code.ALREADY_EXISTS,
          Code.PERMISSION_DENIED,
          Code.FAILED_PRECONDITION,
          Code.ABORTED,
          Code.OUT_OF_RANGE);

  /** The most that gRPC's clients and servers take unless they are told otherwise. */
  private static final int LARGEST_REQUEST = 4 << 20;

  private static final int MOST_SHOWN = 4_000;

  private final RawWire wire;
  private final RandomGenerator random;
  private final ValidRequests valid;
  private final Mutations mutations;
  private final Consequences consequences;
  private final Map<Code, Integer> codes = new EnumMap<>(Code.class);

  /**
   * @param consequences learns of every call that succeeded
   * @param prefix of the names that are asked for
   */
  Fuzzer(RawWire wire, Consequences consequences, RandomGenerator random, String prefix) {
    this.wire = wire;
    this.consequences = consequences;
    this.random = random;
    this.valid = new ValidRequests(random, prefix);
    this.mutations = new Mutations(random, new StrangeValues(random, valid.texts(), prefix));
  }

  /** How often each code was answered. */
  Map<Code, Integer> codes() {
    return codes;
  }

  /** Sends so many requests. */
  void send(int requests) {
    for (int i = 0; i < requests; i++) {
      MethodDescriptor method = METHODS.get(random.nextInt(METHODS.size()));
      send(method.getService().getFullName() + "/" + method.getName(), request(method));
    }
  }

  private byte[] request(MethodDescriptor method) {
    Message right = valid.of(method.getInputType().getFullName());
    if (random.nextInt(2_000) == 0) {
      return mutations.longerThan(LARGEST_REQUEST, right.toByteArray());
    }
    return switch (random.nextInt(20)) {
      case 0, 1, 2 -> right.toByteArray();
      case 3, 4, 5, 6, 7, 8, 9, 10 -> mutations.oneField(right).toByteArray();
      case 11, 12 -> mutations.oneField(mutations.oneField(right)).toByteArray();
      case 13, 14, 15 -> mutations.any(method.getInputType()).toByteArray();
      default -> mutations.bytes(right.toByteArray());
    };
  }

  private void send(String method, byte[] request) {
    Reply reply = wire.call(method, request);
    codes.merge(reply.code(), 1, Integer::sum);
    String what =
        "%s answers %s '%s' to %s".formatted(method, reply.code(), reply.text(), shown(request));
    assertThat(right(request)).as(what).contains(reply.code());
    assertThat(reply.details()).as(what).isFalse();
    if (reply.code() == Code.OK) {
      consequences.of(method, request, reply.message().toByteArray());
    } else {
      assertThat(reply.text()).as(what).isNotBlank();
      assertThat(reply.text().codePoints().filter(Character::isISOControl)).as(what).isEmpty();
    }
  }

  private static Set<Code> right(byte[] request) {
    return request.length > LARGEST_REQUEST ? Set.of(Code.RESOURCE_EXHAUSTED) : RIGHT;
  }

  private static String shown(byte[] request) {
    String hex = HexFormat.of().formatHex(request);
    return hex.length() > MOST_SHOWN ? hex.substring(0, MOST_SHOWN) + "…" : hex;
  }

  /** Has everything removed. */
  void removeAll(Holdings holdings) {
    for (String account : holdings.grants().keySet()) {
      DriverRevokeBucketAccessRequest request =
          DriverRevokeBucketAccessRequest.newBuilder()
              .setBucketId("any")
              .setAccountId(ValidRequests.id(account))
              .build();
      send("cosi.v1alpha1.Provisioner/DriverRevokeBucketAccess", request.toByteArray());
    }
    for (String bucket : holdings.buckets()) {
      DriverDeleteBucketRequest request =
          DriverDeleteBucketRequest.newBuilder().setBucketId(ValidRequests.id(bucket)).build();
      send("cosi.v1alpha1.Provisioner/DriverDeleteBucket", request.toByteArray());
    }
  }
}
