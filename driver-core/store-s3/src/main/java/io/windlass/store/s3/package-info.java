/**
 * Backends for object storage that speaks S3, on the AWS SDK: data ({@link
 * io.windlass.store.s3.S3Store}), buckets ({@link io.windlass.store.s3.S3Buckets}), and access
 * where the flavour of the server lets the driver make users ({@link
 * io.windlass.store.s3.S3Flavor}).
 */
@NullMarked
package io.windlass.store.s3;

import org.jspecify.annotations.NullMarked;
