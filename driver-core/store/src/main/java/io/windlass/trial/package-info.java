/** Trials of a server for what registries and mounts rely on. */
@NullMarked
package io.windlass.trial;

import org.jspecify.annotations.NullMarked;
