package io.windlass.store.local;

import io.windlass.secret.Secret;

/** Identity behind an access key: the secret that signs requests, and the permissions. */
record Identity(Secret secret, PrincipalPermissions permissions) {}
