package io.windlass.testing;

import static org.awaitility.Awaitility.await;

import io.windlass.testing.instance.Instance.Signal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A store of several processes with a disk each, of which a test kills one at a time: it comes back
 * with its data, or with an empty disk, which the others fill. All of them listen on the loopback
 * address. Used by one thread at a time.
 *
 * @param <S> the type of {@link #server()}
 */
public final class Cluster<S> implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);

  /** No measure of speed. MinIO looks for new disks every ten seconds; each waits for its turn. */
  private static final Duration HEALING = Duration.ofMinutes(10);

  private final S server;
  private final ClusterKind kind;

  private Cluster(S server, ClusterKind kind) {
    this.server = server;
    this.kind = kind;
  }

  /** Starts four of MinIO with one erasure set, behind one address. */
  public static Cluster<MinioServer> minio() {
    MinioCluster made = MinioCluster.of(program(new Minio()));
    return new Cluster<>(made.server(), made).started();
  }

  /** Starts SeaweedFS with three volume servers, of which two keep each object. */
  public static Cluster<SeaweedFsServer> seaweedFs() {
    SeaweedFsCluster made = SeaweedFsCluster.of(program(new SeaweedFs()));
    return new Cluster<>(made.server(), made).started();
  }

  private static Place.Executable program(ServerKind<?> kind) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put(Place.VARIABLE, "process");
    return switch (Place.find(kind, environment)) {
      case Place.Executable executable -> executable;
      case Place.Nowhere(var reason) -> throw Missing.of(kind.title(), reason);
      case Place.Engine _, Place.Given _ ->
          throw new IllegalStateException(kind.title() + " is no process here");
    };
  }

  private Cluster<S> started() {
    try {
      kind.all().forEach(member -> member.instance().start());
      await(kind.title())
          .atMost(Patience.LONGEST)
          .pollDelay(Duration.ZERO)
          .pollInterval(POLL)
          .until(kind::isReady);
      return this;
    } catch (RuntimeException e) {
      IllegalStateException failure = new IllegalStateException(output(), e);
      close();
      throw failure;
    }
  }

  /** Returns the address and the credentials of the store. */
  public S server() {
    return server;
  }

  /** Returns how many there are that may be killed. */
  public int size() {
    return kind.replaceable().size();
  }

  private ClusterMember member(int number) {
    return kind.replaceable().get(number);
  }

  /** Leads clients to the others from now on. */
  public void leave(int number) {
    kind.left(member(number));
  }

  /** Kills a member (SIGKILL). */
  public void kill(int number) {
    member(number).instance().signal(Signal.KILL);
    leave(number);
  }

  /** Starts one that was killed, and waits until all that is stored is where it should be. */
  public void comeBack(int number) {
    member(number).instance().start();
    await(kind.title()).atMost(HEALING).pollInterval(POLL).until(kind::isReady);
    kind.joined(member(number));
    await(kind.title())
        .atMost(HEALING)
        .pollDelay(Duration.ZERO)
        .pollInterval(POLL)
        .until(() -> {
          if (kind.isWhole()) {
            return true;
          }
          kind.heal();
          return false;
        });
  }

  /** The same after its disk was lost. */
  public void comeBackEmpty(int number) {
    member(number).empty();
    comeBack(number);
  }

  /** Returns the last lines that they wrote. */
  public String output() {
    return kind.all().stream().map(ClusterMember::output).collect(Collectors.joining());
  }

  /** Ends them and removes their data. */
  @Override
  public void close() {
    kind.all().forEach(member -> member.instance().close());
    kind.close();
  }

  @Override
  public String toString() {
    return kind.title() + " " + server;
  }
}
