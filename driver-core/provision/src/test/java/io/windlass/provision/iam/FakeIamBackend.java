package io.windlass.provision.iam;

import io.windlass.access.AccessAdmin;
import io.windlass.access.BucketLocation;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.backend.Timing;
import io.windlass.store.Capabilities;
import io.windlass.store.InterceptedStore;
import io.windlass.store.ObjectStore;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import io.windlass.testing.RegistryInMemory;
import io.windlass.testing.crash.TrapBackend;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The embedded server, with access by {@link FakeIam}, and with registries in memory. */
public final class FakeIamBackend implements TrapBackend.InSteps {
  private final Backend server;
  private final FakeIam fake;
  private final Timing timing;
  private final Duration later;
  private final AccessAdmin access;

  private FakeIamBackend(Backend server, FakeIam fake, Timing timing, Duration later, Iam reached) {
    this.server = server;
    this.fake = fake;
    this.timing = timing;
    this.later = later;
    this.access = new IamAccess(reached, server.access()::check);
  }

  /** Opens it in a directory; what is granted is so at once. */
  public static FakeIamBackend open(Path directory) {
    LocalBackend local = LocalBackend.open(LocalConfig.in(directory));
    FakeIam fake = new FakeIam(local.access());
    Backend server = RegistryInMemory.over(local);
    return new FakeIamBackend(server, fake, server.timing(), Duration.ZERO, fake);
  }

  /** Returns a backend for the same server with another declared timing. */
  public FakeIamBackend with(Timing other) {
    return new FakeIamBackend(server, fake, other, later, fake);
  }

  /** Returns a backend for the same server, so much later by the server's clock. */
  public FakeIamBackend later(Duration by) {
    return new FakeIamBackend(server, fake, timing, by, fake);
  }

  @Override
  public Backend through(TrapBackend trap) {
    return new FakeIamBackend(server, fake, timing, later, trap.over(Iam.class, fake));
  }

  /** Returns the requests with which an administrator changes the server without the driver. */
  public Iam requests() {
    return fake;
  }

  /** All users of the server. */
  public Set<String> users() {
    return fake.users();
  }

  /** The ids of a user's keys. */
  public List<String> keys(String user) {
    return fake.users().contains(user) ? fake.listAccessKeys(user) : List.of();
  }

  @Override
  public String name() {
    return server.name();
  }

  @Override
  public Protocol protocol() {
    return server.protocol();
  }

  @Override
  public Capabilities capabilities() {
    return server.capabilities();
  }

  @Override
  public Timing timing() {
    return timing;
  }

  @Override
  public BucketAdmin buckets() {
    return server.buckets();
  }

  @Override
  public AccessAdmin access() {
    return access;
  }

  @Override
  public ObjectStore objects(String bucket) {
    return new InterceptedStore(server.objects(bucket), new LaterAnswers(later));
  }

  @Override
  public BucketLocation locate(String bucket) {
    return server.locate(bucket);
  }

  @Override
  public void ping() {
    server.ping();
  }

  @Override
  public void close() {
    server.close();
  }
}
