/**
 * COSI, in both versions of its API on one socket: messages in, the driver's own terms to {@link
 * io.windlass.provision}, messages out. Nothing is decided here that another spec would decide
 * differently, and nothing is remembered.
 */
@NullMarked
package io.windlass.cosi;

import org.jspecify.annotations.NullMarked;
