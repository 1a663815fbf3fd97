/**
 * The data plane: what can be done with the objects of a bucket ({@link
 * io.windlass.store.ObjectStore}, and the interfaces that it returns), the options and answers of
 * these calls, and what a store can do ({@link io.windlass.store.Capabilities}). Each kind of
 * backend has a package below this one.
 *
 * <p>All calls block and are meant for virtual threads; each ends within the call timeout of the
 * backend's configuration.
 */
@NullMarked
package io.windlass.store;

import org.jspecify.annotations.NullMarked;
