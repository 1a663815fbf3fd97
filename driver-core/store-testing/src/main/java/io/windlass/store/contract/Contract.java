package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.store.Feature;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Base of all parts of the contract. Tests take as parameters an {@link
 * io.windlass.store.ObjectStore} over a bucket of their own, or the {@link TestBucket}.
 */
@ExtendWith(FreshBuckets.class)
public interface Contract {

  /** The backend under test, over a real server. The test class closes it in the end. */
  Backend backend();

  /** Returns whether the backend offers {@code feature}. */
  default boolean has(Feature feature) {
    return backend().capabilities().has(feature);
  }

  /**
   * Where the feature is offered, {@code whereOffered} shows that it works; elsewhere {@code use},
   * the shortest use of it, must be refused.
   */
  default void worksOrIsRefused(
      Feature feature, ThrowingCallable use, ThrowingCallable whereOffered) throws Throwable {
    if (has(feature)) {
      whereOffered.call();
    } else {
      assertThatThrownBy(use)
          .as("without %s", feature)
          .isInstanceOfAny(
              DriverException.Unsupported.class, DriverException.InvalidArgument.class);
    }
  }
}
