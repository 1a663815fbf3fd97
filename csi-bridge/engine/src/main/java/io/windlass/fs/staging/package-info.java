/**
 * Files that are being written. Written bytes are staged on local disk, with a journal, before they
 * are acknowledged. A file is published to the bucket whole, on condition that nobody else changed
 * the object in between. Fails with {@link io.windlass.error.DriverException} and {@link
 * io.windlass.fs.journal.WriteException}.
 */
@NullMarked
package io.windlass.fs.staging;

import org.jspecify.annotations.NullMarked;
