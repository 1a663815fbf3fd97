/** Changes of names: creating, removing and renaming, which survive a crash. */
@NullMarked
package io.windlass.fs.namespace;

import org.jspecify.annotations.NullMarked;
