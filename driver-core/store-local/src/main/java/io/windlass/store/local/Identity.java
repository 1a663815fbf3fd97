package io.windlass.store.local;

import io.windlass.secret.Secret;

/** Who an access key belongs to: what it signs with, and what it may do. */
record Identity(Secret secret, PrincipalPermissions permissions) {}
