/** Tests of volumes, over a store in memory, over MinIO, and with processes that are killed. */
@NullMarked
package io.windlass.fs.bucket;

import org.jspecify.annotations.NullMarked;
