/** A real S3 client, which tries what a granted credential can do and says what came of it. */
@NullMarked
package io.windlass.cosi.sanity.s3;

import org.jspecify.annotations.NullMarked;
