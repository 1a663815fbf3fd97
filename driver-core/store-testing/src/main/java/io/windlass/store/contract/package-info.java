/**
 * Contract of all backends, as tests. The test class of a backend inherits them by implementing
 * {@link io.windlass.store.contract.ObjectStoreContract}, {@link
 * io.windlass.store.contract.BucketAdminContract} and {@link
 * io.windlass.store.contract.access.AccessAdminContract}.
 *
 * <p>No test is skipped for what a backend cannot do: its {@link io.windlass.store.Capabilities}
 * say so, and then the test demands a clear refusal instead.
 */
@NullMarked
package io.windlass.store.contract;

import org.jspecify.annotations.NullMarked;
