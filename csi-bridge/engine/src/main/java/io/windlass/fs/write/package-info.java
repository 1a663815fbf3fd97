/**
 * Writing objects as files: what is written is staged on local disk, with a journal, before it is
 * acknowledged, and published to the bucket whole, on condition that nobody else changed the object
 * in between. Fails with {@link io.windlass.store.DriverException} and {@link
 * io.windlass.fs.write.WriteException}.
 */
@NullMarked
package io.windlass.fs.write;

import org.jspecify.annotations.NullMarked;
