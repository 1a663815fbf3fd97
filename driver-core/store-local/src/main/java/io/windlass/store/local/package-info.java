/**
 * Object storage in a directory of this machine, for trials and tests: S3Proxy's server in this
 * process ({@link io.windlass.store.local.EmbeddedServer}), access administration of its own
 * ({@link io.windlass.store.local.LocalAccess}), and the S3 backend as a client. S3Proxy is an
 * optional dependency, and no other package refers to it.
 */
@NullMarked
package io.windlass.store.local;

import org.jspecify.annotations.NullMarked;
