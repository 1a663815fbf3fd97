/**
 * Commands that use the mount engine by hand: {@code mount}, {@code unmount}, {@code mounts},
 * {@code upgrade}; and the processes of mounts, {@code mounter} and {@code keeper}.
 */
@NullMarked
package io.windlass.cli.mount;

import org.jspecify.annotations.NullMarked;
