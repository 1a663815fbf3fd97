/** Buckets that are mounted, by the commands that users have, and what becomes of the mounts. */
@NullMarked
package io.windlass.test.mount;

import org.jspecify.annotations.NullMarked;
