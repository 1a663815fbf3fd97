package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.fake.FakeDriver;
import io.windlass.cosi.sanity.fake.Fault;
import io.windlass.cosi.sanity.gcs.GcsSessions;
import io.windlass.cosi.sanity.store.ProxyRule;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs against the fake driver. */
final class Runs {
  /** Longest wait for what comes to pass. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Wait for what the storage server does at once, or never. */
  private static final Duration SETTLE = Duration.ofMillis(100);

  private Runs() {}

  static FakeDriver driver(Path directory, ApiRevision revision, Fault fault) {
    return new FakeDriver(
        directory.resolve("fake.sock"),
        revision.isV1Alpha2()
            ? Optional.of(io.windlass.proto.cosi.rev.Revision.valueOf(revision.name()))
            : Optional.empty(),
        fault);
  }

  /** Everything there is to be tried. */
  static SanityOptions all(FakeDriver driver, ApiRevision revision) {
    return new SanityOptions(
        driver.endpoint(),
        new RevisionChoice.These(List.of(revision)),
        Map.of("color", "red"),
        Map.of("color", "blue"),
        Map.of("team", "a"),
        Optional.of(StorageProtocol.S3),
        Optional.of(StorageProtocol.S3),
        GcsSessions.ENDPOINT,
        ProxyRule.NONE,
        Optional.of(driver::restart),
        Selection.ALL,
        4,
        PATIENCE,
        SETTLE,
        7);
  }

  /** What is tried where nothing is set. */
  static SanityOptions usual(FakeDriver driver) {
    return with(SanityOptions.of(driver.endpoint()), Selection.ALL, PATIENCE);
  }

  /**
   * Waits shortly for calls and for restarted drivers, as what is awaited does not come to pass.
   */
  static SanityOptions impatient(SanityOptions options) {
    return with(options, options.selection(), Duration.ofSeconds(2));
  }

  static SanityOptions only(SanityOptions options, List<String> checks) {
    return with(options, new Selection(checks, List.of()), options.timeout());
  }

  private static SanityOptions with(SanityOptions options, Selection selection, Duration timeout) {
    return new SanityOptions(
        options.endpoint(),
        options.revisions(),
        options.parameters(),
        options.otherParameters(),
        options.accessParameters(),
        options.protocol(),
        options.tried(),
        options.gcsEndpoint(),
        options.proxies(),
        options.restart(),
        selection,
        options.concurrency(),
        timeout,
        options.settle(),
        options.seed());
  }
}
