/** What a mount by hand reads of its command line and environment to reach its bucket. */
@NullMarked
package io.windlass.cli.mount.source;

import org.jspecify.annotations.NullMarked;
