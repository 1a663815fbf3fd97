package io.windlass.fake.gcs;

import java.net.URI;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * All that the fake holds: one project with its buckets.
 *
 * @param base URL of the storage endpoint
 */
record GcsState(
    String project,
    FakeClock clock,
    FakeSettings settings,
    AccessControl access,
    NewNames newNames,
    NavigableMap<String, GcsBucket> buckets,
    Supplier<URI> base) {

  static GcsState of(String project, FakeClock clock, FakeSettings settings, Supplier<URI> base) {
    AccessControl access = new AccessControl(clock, settings, new Roles());
    return new GcsState(
        project, clock, settings, access, new NewNames(settings), new TreeMap<>(), base);
  }

  GcsBucket bucket(String name) {
    return Optional.ofNullable(buckets.get(name))
        .orElseThrow(() -> Refusal.notFound("The specified bucket does not exist."));
  }

  ObjectResource shown() {
    return new ObjectResource(base.get());
  }

  /** Refuses other projects. */
  void requireProject(String id) {
    if (!id.equals(project)) {
      throw Refusal.notFound("Unknown project id: " + id);
    }
  }
}
