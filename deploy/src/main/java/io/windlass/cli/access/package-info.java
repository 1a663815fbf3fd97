/** Replaces the keys of access that was granted. */
@NullMarked
package io.windlass.cli.access;

import org.jspecify.annotations.NullMarked;
