/**
 * What requests go through: the connection, credentials and signatures, the transport, bodies, and
 * what errors mean.
 */
@NullMarked
package io.windlass.store.azure.client;

import org.jspecify.annotations.NullMarked;
