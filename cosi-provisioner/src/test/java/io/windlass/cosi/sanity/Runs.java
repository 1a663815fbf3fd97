package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.fake.FakeDriver;
import io.windlass.cosi.sanity.fake.Fault;
import io.windlass.cosi.sanity.gcs.GcsSessions;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs against the fake driver. */
final class Runs {
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
        Optional.of(driver::restart),
        Selection.ALL,
        4,
        Duration.ofSeconds(20),
        Duration.ofMillis(100),
        7);
  }

  static SanityOptions only(SanityOptions options, List<String> checks) {
    return new SanityOptions(
        options.endpoint(),
        options.revisions(),
        options.parameters(),
        options.otherParameters(),
        options.accessParameters(),
        options.protocol(),
        options.tried(),
        options.gcsEndpoint(),
        options.restart(),
        new Selection(checks, List.of()),
        options.concurrency(),
        options.timeout(),
        options.settle(),
        options.seed());
  }
}
