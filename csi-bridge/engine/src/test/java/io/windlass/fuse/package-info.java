/**
 * Tests of the FUSE protocol: byte by byte, against a kernel of the test's own, and on real mounts.
 */
@NullMarked
package io.windlass.fuse;

import org.jspecify.annotations.NullMarked;
