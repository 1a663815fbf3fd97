/**
 * Who may use containers: signed tokens, and identities with their federated credentials and roles.
 */
@NullMarked
package io.windlass.store.azure.access;

import org.jspecify.annotations.NullMarked;
