/** The mount engine by hand: {@code mount}, {@code unmount}, {@code mounts}. */
@NullMarked
package io.windlass.cli.mount;

import org.jspecify.annotations.NullMarked;
