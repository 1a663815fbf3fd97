package io.windlass.observe;

import io.micrometer.core.instrument.MeterRegistry;
import io.windlass.access.AccessAdmin;
import io.windlass.access.BucketGrant;
import io.windlass.access.BucketLocation;
import io.windlass.access.Credential;
import io.windlass.access.NodeSessions;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.backend.Timing;
import io.windlass.backend.Trust;
import io.windlass.store.Capabilities;
import io.windlass.store.InterceptedStore;
import io.windlass.store.InterceptedStore.Interceptor;
import io.windlass.store.ObjectStore;
import io.windlass.store.StoreCall;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Times and traces the calls of a backend, see {@link CallTimer}. The time for reading an object
 * ends when the answer begins.
 */
public final class TimedBackend implements Backend {
  private final Backend backend;
  private final CallTimer timer;

  public TimedBackend(Backend backend, MeterRegistry meters) {
    this.backend = backend;
    this.timer = new CallTimer(backend.name(), meters);
  }

  @Override
  public String name() {
    return backend.name();
  }

  @Override
  public Protocol protocol() {
    return backend.protocol();
  }

  @Override
  public Capabilities capabilities() {
    return backend.capabilities();
  }

  @Override
  public Trust trust() {
    return backend.trust();
  }

  @Override
  public void sendRanges() {
    backend.sendRanges();
  }

  @Override
  public Timing timing() {
    return backend.timing();
  }

  @Override
  public BucketAdmin buckets() {
    return new TimedBuckets(backend.buckets(), timer);
  }

  @Override
  public AccessAdmin access() {
    return new TimedAccess(backend.access(), timer);
  }

  @Override
  public Optional<NodeSessions> sessions() {
    return backend.sessions().map(issuer -> new TimedSessions(issuer, timer));
  }

  private record TimedSessions(NodeSessions sessions, CallTimer timer) implements NodeSessions {
    @Override
    public Credential.Key issue(BucketGrant grant, String name) {
      return timer.time("sessions.issue", "", () -> sessions.issue(grant, name));
    }

    @Override
    public String needs(UnaryOperator<String> variable) {
      return sessions.needs(variable);
    }
  }

  @Override
  public ObjectStore objects(String bucket) {
    return new InterceptedStore(backend.objects(bucket), new TimedObjects(bucket, timer));
  }

  private record TimedObjects(String bucket, CallTimer timer) implements Interceptor {
    @Override
    public <T> T call(StoreCall call, Supplier<T> next) {
      return timer.time("objects." + call.operation(), bucket, next);
    }
  }

  @Override
  public BucketLocation locate(String bucket) {
    return backend.locate(bucket);
  }

  @Override
  public void ping() {
    timer.time("ping", "", backend::ping);
  }

  @Override
  public List<String> remarks() {
    return backend.remarks();
  }

  @Override
  public void close() {
    backend.close();
  }
}
