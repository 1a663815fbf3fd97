package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.faults.csi.MinioContents;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.MinioServer;
import java.util.Set;
import java.util.TreeSet;

/** Audit of a MinIO server that only the drivers use. */
public final class MinioAudit implements Audit {
  private final MinioServer server;

  public MinioAudit(MinioServer server) {
    this.server = server;
  }

  @Override
  public void requireExactly(Holdings holdings) {
    try (MinioContents contents = new MinioContents(server)) {
      Set<String> expected = new TreeSet<>(holdings.buckets());
      expected.add(DriverSetup.REGISTRY);
      assertThat(contents.buckets()).isEqualTo(expected);
      holdings.requireRecords(contents.records());
      assertThat(contents.users()).containsExactlyInAnyOrderElementsOf(holdings.grants().values());
    }
  }
}
