/**
 * Who may use buckets: {@link io.windlass.access.Principal principals}, what they are granted, and
 * the keys and {@link io.windlass.access.Credential credentials} that they get for it. {@link
 * io.windlass.access.AccessAdmin} makes and ends them on the server.
 */
@NullMarked
package io.windlass.access;

import org.jspecify.annotations.NullMarked;
