@NullMarked
package io.windlass.fs.inode;

import org.jspecify.annotations.NullMarked;
