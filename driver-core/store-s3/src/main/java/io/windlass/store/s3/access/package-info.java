/**
 * Users, their keys and their policies, on servers that let the driver make them: MinIO, through
 * its admin API.
 */
@NullMarked
package io.windlass.store.s3.access;

import org.jspecify.annotations.NullMarked;
