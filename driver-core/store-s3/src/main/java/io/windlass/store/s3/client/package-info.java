/**
 * What requests go through: the connection, the clients of the SDK with their limits of time and of
 * answers, bodies and checksums, and what errors mean.
 */
@NullMarked
package io.windlass.store.s3.client;

import org.jspecify.annotations.NullMarked;
