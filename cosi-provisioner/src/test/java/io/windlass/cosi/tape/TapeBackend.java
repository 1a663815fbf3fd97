package io.windlass.cosi.tape;

import io.windlass.access.AccessAdmin;
import io.windlass.access.BucketLocation;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.backend.Timing;
import io.windlass.store.Capabilities;
import io.windlass.store.ObjectStore;
import io.windlass.store.memory.MemoryBackend;

/** Buckets in memory, with keys that are shown once. */
final class TapeBackend implements Backend {
  private final String name;
  private final String library;
  private final MemoryBackend memory = new MemoryBackend();
  private final TapeAccess access = new TapeAccess();

  TapeBackend(String name, String library) {
    this.name = name;
    this.library = library;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Protocol protocol() {
    return TapeProtocol.TAPE;
  }

  @Override
  public Capabilities capabilities() {
    return memory.capabilities();
  }

  @Override
  public Timing timing() {
    return memory.timing();
  }

  @Override
  public BucketAdmin buckets() {
    return memory.buckets();
  }

  @Override
  public AccessAdmin access() {
    return access;
  }

  @Override
  public ObjectStore objects(String bucket) {
    return memory.objects(bucket);
  }

  @Override
  public BucketLocation locate(String bucket) {
    return TapeProtocol.location(bucket, library);
  }

  @Override
  public void ping() {}

  @Override
  public void close() {}
}
