/**
 * Who may use buckets: grants, their keys and the rotation of these. Knows {@code provision}, which
 * does not know it.
 */
@NullMarked
package io.windlass.provision.grant;

import org.jspecify.annotations.NullMarked;
