/**
 * An object, as a store tells of it and takes it: its {@link io.windlass.object.ObjectInfo
 * description}, {@link io.windlass.object.Revision revision} and {@link
 * io.windlass.object.ObjectProperties properties}, the {@link io.windlass.object.Content bytes}
 * that are written, and the {@link io.windlass.object.ObjectReader bytes} that are read.
 */
@NullMarked
package io.windlass.object;

import org.jspecify.annotations.NullMarked;
