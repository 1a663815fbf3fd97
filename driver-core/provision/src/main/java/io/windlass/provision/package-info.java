/**
 * What both specs ask for, in the driver's own terms: buckets and access that are made once however
 * often they are asked for, survive the death of the process, and leave nothing behind when they
 * go. {@link io.windlass.provision.Buckets} and {@link io.windlass.provision.Grants} are the two
 * services; the rest is what they are asked with and what they answer.
 */
@NullMarked
package io.windlass.provision;

import org.jspecify.annotations.NullMarked;
