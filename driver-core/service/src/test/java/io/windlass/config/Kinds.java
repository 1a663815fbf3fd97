package io.windlass.config;

import io.windlass.connect.BackendKind;
import io.windlass.connect.BackendKinds;
import io.windlass.store.azure.AzureKind;
import io.windlass.store.local.LocalKind;
import io.windlass.store.s3.S3Kind;
import java.util.List;

/** The kinds of backend that the tests configure. */
final class Kinds {
  static final BackendKind S3 = new S3Kind();
  private static final BackendKind LOCAL = new LocalKind();
  static final BackendKinds ALL = new BackendKinds(List.of(S3, LOCAL), LOCAL);

  /** Of which two have settings of one name that mean different things. */
  static final BackendKinds WITH_AZURE =
      new BackendKinds(List.of(new AzureKind(), S3, LOCAL), LOCAL);

  private Kinds() {}
}
