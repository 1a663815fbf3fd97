/**
 * Buckets and access for both specs, in the driver's own terms. Both are created once however often
 * they are requested, survive the death of the process, and leave nothing behind when they are
 * removed. {@link io.windlass.provision.Buckets} and {@link io.windlass.provision.grant.Grants} are
 * the two services; the other classes are their requests and answers, or help them.
 */
@NullMarked
package io.windlass.provision;

import org.jspecify.annotations.NullMarked;
