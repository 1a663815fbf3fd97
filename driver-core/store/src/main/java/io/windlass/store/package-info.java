/**
 * What every object store looks like from inside the driver: the data plane ({@link
 * io.windlass.store.ObjectStore}), buckets ({@link io.windlass.store.BucketAdmin}), access ({@link
 * io.windlass.store.AccessAdmin}), what a backend can do ({@link io.windlass.store.Capabilities})
 * and how it fails ({@link io.windlass.store.DriverException}). One package below for each kind of
 * backend.
 *
 * <p>All calls block and are meant for virtual threads; each has an end, within the call timeout of
 * the backend's configuration.
 */
@NullMarked
package io.windlass.store;

import org.jspecify.annotations.NullMarked;
