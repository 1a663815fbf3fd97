package io.windlass.cli.stores;

import io.windlass.store.StoreConnectors;
import io.windlass.store.s3.S3Connector;
import java.util.List;

/** The stores that this program is built with. */
public final class Stores {
  private Stores() {}

  /** Of those whose buckets can be mounted. */
  public static StoreConnectors connectors() {
    return new StoreConnectors(List.of(new S3Connector()));
  }
}
