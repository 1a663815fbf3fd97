/** What both specs share: object stores, access, the registry, errors, secrets, the server. */
@NullMarked
package io.windlass.core;

import org.jspecify.annotations.NullMarked;
