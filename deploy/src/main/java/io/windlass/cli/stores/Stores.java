package io.windlass.cli.stores;

import io.windlass.store.StoreConnectors;
import io.windlass.store.StoreKinds;
import io.windlass.store.local.LocalKind;
import io.windlass.store.s3.S3Connector;
import io.windlass.store.s3.S3Kind;
import java.util.List;

/** Stores that this program contains. */
public final class Stores {
  private Stores() {}

  /** Returns the kinds of backend that can be configured. */
  public static StoreKinds kinds() {
    LocalKind local = new LocalKind();
    return new StoreKinds(List.of(new S3Kind(), local), local);
  }

  /** Returns the connectors of the protocols whose buckets can be mounted. */
  public static StoreConnectors connectors() {
    return new StoreConnectors(List.of(new S3Connector()));
  }
}
