/**
 * Backends for object storage that speaks S3, on the AWS SDK: how one is configured and opened.
 * What it does is in packages below, each of which knows only those after it: {@code access}
 * (users, policies and keys, where the flavour of the server lets the driver make them), {@code
 * bucket}, {@code object} (the data plane) and {@code client} (what requests go through).
 */
@NullMarked
package io.windlass.store.s3;

import org.jspecify.annotations.NullMarked;
