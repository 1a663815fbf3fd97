/**
 * The data plane: the objects of one bucket ({@link io.windlass.store.s3.object.S3Store}), and what
 * a server can do with them.
 */
@NullMarked
package io.windlass.store.s3.object;

import org.jspecify.annotations.NullMarked;
