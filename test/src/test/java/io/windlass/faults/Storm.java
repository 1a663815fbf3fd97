package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Many clients at the same time, while trouble strikes again and again. */
final class Storm implements AutoCloseable {
  private final Fleet fleet;
  private final StormBackend backend;
  private final SplittableRandom random;
  private final Keys keys;
  private final SharedNames shared;
  private final List<StormClient> clients = new ArrayList<>();
  private final Caller caller;
  private final Crowd crowd;

  Storm(StormPlan plan, Fleet fleet, StormBackend backend) {
    this(plan, fleet, backend, new Crowd(plan));
  }

  /** Creates a storm whose clients are part of a crowd. */
  Storm(StormPlan plan, Fleet fleet, StormBackend backend, Crowd crowd) {
    this.crowd = crowd;
    this.fleet = fleet;
    this.backend = backend;
    this.random = new SplittableRandom(plan.seed());
    this.keys = new Keys(backend);
    this.shared = new SharedNames(backend);
    this.caller = new Caller(fleet, random.split(), new Progress());
    for (int i = 0; i < plan.clients(); i++) {
      Caller own = new Caller(fleet, random.split(), crowd.progress());
      clients.add(new StormClient("c%02d".formatted(i), shared, keys, own));
    }
  }

  /**
   * Lets the clients act until each has done what the plan says and trouble struck as often as the
   * plan says; then makes sure that every key does what it should.
   *
   * @return what the clients have
   */
  Holdings run(Crowd.Trouble trouble) throws InterruptedException {
    crowd.run(deeds(), trouble, random.split());
    return verified();
  }

  /** Returns the backend that it is on. */
  StormBackend backend() {
    return backend;
  }

  /** Returns what each client does again and again. */
  List<Runnable> deeds() {
    return clients.stream().map(client -> (Runnable) client::act).toList();
  }

  /** Makes sure that every key does what it should; returns what the clients have. */
  Holdings verified() {
    System.out.println("answers: " + codes());
    assertThat(fleet.violations()).isEmpty();
    Holdings all = shared.settle(keys, caller);
    for (StormClient client : clients) {
      client.verify();
      all.addAll(client.holdings());
    }
    return all;
  }

  /** Has the clients give everything back. */
  void removeAll() {
    clients.forEach(StormClient::removeAll);
    shared.removeAll(caller);
  }

  /** How often each code was answered to the clients. */
  Map<Code, Integer> codes() {
    Map<Code, Integer> all = new EnumMap<>(Code.class);
    clients.forEach(
        client -> client.codes().forEach((code, n) -> all.merge(code, n, Integer::sum)));
    return all;
  }

  @Override
  public void close() {
    keys.close();
  }
}
