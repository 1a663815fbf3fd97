package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.faults.csi.S3Contents;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.MinioServer;
import io.windlass.testing.SeaweedFsServer;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Audit of a server of S3 that only the drivers use. */
public final class S3Audit implements Audit {
  private final Supplier<S3Contents> opener;

  private S3Audit(Supplier<S3Contents> opener) {
    this.opener = opener;
  }

  /** Returns that of a MinIO server. */
  public static S3Audit of(MinioServer server) {
    return new S3Audit(() -> S3Contents.of(server));
  }

  /** Returns that of a SeaweedFS server. */
  public static S3Audit of(SeaweedFsServer server) {
    return new S3Audit(() -> S3Contents.of(server));
  }

  @Override
  public void requireExactly(Holdings holdings) {
    try (S3Contents contents = opener.get()) {
      Set<String> expected = new TreeSet<>(holdings.buckets());
      expected.add(DriverSetup.REGISTRY);
      assertThat(contents.buckets()).isEqualTo(expected);
      holdings.requireRecords(contents.records());
      assertThat(contents.keys()).containsExactlyInAnyOrderElementsOf(holdings.grants().values());
    }
  }
}
