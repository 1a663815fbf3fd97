/**
 * Reading of objects as files: read-ahead for sequential readers, one budget of buffers for the
 * process, and a cache of blocks on local disk. Fails with {@link
 * io.windlass.error.DriverException}.
 */
@NullMarked
package io.windlass.fs.read;

import org.jspecify.annotations.NullMarked;
