/**
 * Interfaces of an object store as the driver uses it: the data plane ({@link
 * io.windlass.store.ObjectStore}), buckets ({@link io.windlass.store.BucketAdmin}), access ({@link
 * io.windlass.store.AccessAdmin}), what a backend can do ({@link io.windlass.store.Capabilities})
 * and how it fails ({@link io.windlass.store.DriverException}). Each kind of backend has a package
 * below this one.
 *
 * <p>All calls block and are meant for virtual threads; each ends within the call timeout of the
 * backend's configuration.
 */
@NullMarked
package io.windlass.store;

import org.jspecify.annotations.NullMarked;
