/**
 * What a request to a node asks for: its fields, the capability and the mount options, and the
 * access to the bucket with what the secrets say of it. Nothing here mounts, or knows what is
 * mounted.
 */
@NullMarked
package io.windlass.csi.node.request;

import org.jspecify.annotations.NullMarked;
