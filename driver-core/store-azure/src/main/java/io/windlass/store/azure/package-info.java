/**
 * Backends for Azure Blob Storage: how one is configured and opened. What it does is in packages
 * below, each of which knows only those after it: {@code access} (tokens, identities and roles),
 * {@code bucket} (containers), {@code object} (the data plane) and {@code client} (what requests go
 * through).
 */
@NullMarked
package io.windlass.store.azure;

import org.jspecify.annotations.NullMarked;
