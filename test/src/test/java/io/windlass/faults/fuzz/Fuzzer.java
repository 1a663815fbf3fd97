package io.windlass.faults.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import io.grpc.Status.Code;
import io.windlass.faults.RawWire;
import io.windlass.faults.RawWire.Reply;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Sends requests of every kind to every RPC: right ones, right ones with one field changed, strange
 * ones, right ones with their bytes changed, noise, too much. Used by one thread; several can be at
 * work at one driver if their names differ.
 */
public final class Fuzzer {
  /** The most that gRPC's clients and servers take unless they are told otherwise. */
  private static final int LARGEST_REQUEST = 4 << 20;

  private static final int MOST_SHOWN = 4_000;

  private final RawWire wire;
  private final RandomGenerator random;
  private final Dialect dialect;
  private final Mutations mutations;
  private final Map<Code, Integer> codes = new EnumMap<>(Code.class);

  /**
   * @param prefix of the names that are asked for
   */
  public Fuzzer(RawWire wire, Dialect dialect, RandomGenerator random, String prefix) {
    this.wire = wire;
    this.dialect = dialect;
    this.random = random;
    this.mutations = new Mutations(random, new StrangeValues(random, dialect.texts(), prefix));
  }

  /** Returns the path of an RPC in gRPC. */
  public static String path(MethodDescriptor method) {
    return method.getService().getFullName() + "/" + method.getName();
  }

  /** How often each code was answered. */
  Map<Code, Integer> codes() {
    return codes;
  }

  /** Sends so many requests. */
  public void send(int requests) {
    for (int i = 0; i < requests; i++) {
      MethodDescriptor method = dialect.methods().get(random.nextInt(dialect.methods().size()));
      send(method, request(method));
    }
  }

  private byte[] request(MethodDescriptor method) {
    Message right = dialect.valid(method);
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

  /** Sends this request. */
  void send(MethodDescriptor method, Message request) {
    send(method, request.toByteArray());
  }

  private void send(MethodDescriptor method, byte[] spoiled) {
    byte[] request = dialect.harmless(method, spoiled);
    Reply reply = call(path(method), request);
    String what =
        "%s answers %s '%s'%s to %s"
            .formatted(
                path(method),
                reply.code(),
                reply.text(),
                reply.lost().map(" (the connection failed: %s)"::formatted).orElse(""),
                shown(request));
    assertThat(right(request)).as(what).contains(reply.code());
    assertThat(reply.details()).as(what).isFalse();
    if (reply.code() == Code.OK) {
      dialect.succeeded(method, request, reply.message().toByteArray());
    } else {
      assertThat(reply.text()).as(what).isNotBlank();
      assertThat(reply.text().codePoints().filter(Character::isISOControl)).as(what).isEmpty();
    }
  }

  private Reply call(String path, byte[] request) {
    Reply reply = wire.call(path, request);
    codes.merge(reply.code(), 1, Integer::sum);
    return reply;
  }

  private Set<Code> right(byte[] request) {
    return request.length > LARGEST_REQUEST ? Set.of(Code.RESOURCE_EXHAUSTED) : dialect.right();
  }

  private static String shown(byte[] request) {
    String hex = HexFormat.of().formatHex(request);
    return hex.length() > MOST_SHOWN ? hex.substring(0, MOST_SHOWN) + "…" : hex;
  }
}
