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
  private final SplittableRandom random;
  private final Keys keys = new Keys();
  private final SharedNames shared;
  private final List<StormClient> clients = new ArrayList<>();
  private final Caller caller;
  private final Crowd crowd;

  Storm(StormPlan plan, Fleet fleet, String backend) {
    this.crowd = new Crowd(plan);
    this.fleet = fleet;
    this.random = new SplittableRandom(plan.seed());
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
    List<Runnable> deeds = clients.stream().map(client -> (Runnable) client::act).toList();
    crowd.run(deeds, trouble, random.split());
    System.out.println("answers: " + codes());
    assertThat(fleet.violations()).isEmpty();
    return verified();
  }

  private Holdings verified() {
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

  private Map<Code, Integer> codes() {
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
