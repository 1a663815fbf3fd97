/**
 * What can go wrong, and what it means. {@link io.windlass.error.DriverException} is every failure
 * of the driver, and {@link io.windlass.error.ErrorKind} what callers are told of it. Stores say
 * what their server or its SDK reports as a {@link io.windlass.error.Failure} with a {@link
 * io.windlass.error.Meaning}, of which {@link io.windlass.error.StoreErrors} makes the exception.
 */
@NullMarked
package io.windlass.error;

import org.jspecify.annotations.NullMarked;
