/**
 * Reading objects as files: windows that run ahead of sequential readers, one budget of buffers for
 * the process, and blocks kept on local disk. Fails with {@link io.windlass.store.DriverException}.
 */
@NullMarked
package io.windlass.fs.read;

import org.jspecify.annotations.NullMarked;
