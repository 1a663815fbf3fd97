/**
 * What requests go through: the connection, credentials and signatures, the transport, bodies and
 * checksums, and what errors mean.
 */
@NullMarked
package io.windlass.store.gcs.client;

import org.jspecify.annotations.NullMarked;
