package io.windlass.faults;

import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.cosi.sanity.wire.Endpoint;
import io.windlass.cosi.sanity.wire.RecordedCall;
import io.windlass.cosi.sanity.wire.Redaction;
import io.windlass.cosi.sanity.wire.Transcript;
import io.windlass.cosi.sanity.wire.V1Alpha1Client;
import io.windlass.cosi.sanity.wire.V1Alpha2Client;
import io.windlass.cosi.sanity.wire.Wire;
import io.windlass.test.driver.DriverProcess;
import io.windlass.testing.TestForm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** Drivers of one backend, and clients of every revision for each of them. */
public final class Fleet implements AutoCloseable {
  /** An RPC that takes longer has not ended within its bounds, which the long form looks at. */
  static final Duration LONGEST_CALL =
      TestForm.current() == TestForm.LONG ? Duration.ofSeconds(30) : Duration.ofMinutes(3);

  private final List<Member> members = new ArrayList<>();

  private record Member(Wire wire, Transcript transcript, List<CosiClient> clients) {}

  public Fleet(List<DriverProcess> processes) {
    for (DriverProcess process : processes) {
      Transcript transcript = new Transcript();
      Wire wire = new Wire(new Endpoint(process.setup().socket()), LONGEST_CALL, transcript);
      Redaction redaction = new Redaction();
      List<CosiClient> clients =
          Arrays.stream(ApiRevision.values())
              .map(revision -> client(revision, wire, redaction))
              .toList();
      members.add(new Member(wire, transcript, clients));
    }
  }

  private static CosiClient client(ApiRevision revision, Wire wire, Redaction redaction) {
    return revision.isV1Alpha2()
        ? new V1Alpha2Client(revision, wire, redaction)
        : new V1Alpha1Client(wire, redaction);
  }

  /** Any client. */
  CosiClient any(RandomGenerator random) {
    return any(random, revision -> true);
  }

  /** Any client that speaks one of these. */
  CosiClient any(RandomGenerator random, Predicate<ApiRevision> spoken) {
    Member member = members.get(random.nextInt(members.size()));
    List<CosiClient> fitting =
        member.clients.stream().filter(client -> spoken.test(client.revision())).toList();
    return fitting.get(random.nextInt(fitting.size()));
  }

  /** One client of every revision for every driver. */
  public List<CosiClient> clients() {
    return members.stream().flatMap(member -> member.clients.stream()).toList();
  }

  /** The calls that failed; if there were very many, the last of them. */
  public List<RecordedCall> errors() {
    return members.stream().flatMap(member -> member.transcript.errors().stream()).toList();
  }

  /** Every call that failed and had something in its status that COSI forbids. */
  List<String> violations() {
    return errors().stream()
        .filter(call -> call.details() || call.received().isBlank())
        .map(Object::toString)
        .toList();
  }

  /** Drops the connections; the processes are their owner's. */
  @Override
  public void close() {
    members.forEach(member -> member.wire.close());
  }
}
