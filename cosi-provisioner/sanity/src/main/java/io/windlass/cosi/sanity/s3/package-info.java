/** A real S3 client, which shows what a granted credential can do. */
@NullMarked
package io.windlass.cosi.sanity.s3;

import org.jspecify.annotations.NullMarked;
