/** Tests of the messages of the FUSE protocol, byte by byte. */
@NullMarked
package io.windlass.fuse.message;

import org.jspecify.annotations.NullMarked;
