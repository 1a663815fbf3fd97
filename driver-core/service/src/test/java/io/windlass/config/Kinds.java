package io.windlass.config;

import io.windlass.connect.StoreKind;
import io.windlass.connect.StoreKinds;
import io.windlass.store.azure.AzureKind;
import io.windlass.store.local.LocalKind;
import io.windlass.store.s3.S3Kind;
import java.util.List;

/** The kinds of backend that the tests configure. */
final class Kinds {
  static final StoreKind S3 = new S3Kind();
  private static final StoreKind LOCAL = new LocalKind();
  static final StoreKinds ALL = new StoreKinds(List.of(S3, LOCAL), LOCAL);

  /** Of which two have settings of one name that mean different things. */
  static final StoreKinds WITH_AZURE = new StoreKinds(List.of(new AzureKind(), S3, LOCAL), LOCAL);

  private Kinds() {}
}
