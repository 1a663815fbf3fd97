/**
 * Users with their keys, roles of service accounts, and the policies of both, on servers that let
 * the driver make them: by AWS's IAM API, or by MinIO's admin API.
 */
@NullMarked
package io.windlass.store.s3.access;

import org.jspecify.annotations.NullMarked;
