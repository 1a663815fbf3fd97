/**
 * The part of the contract of stores that is about access: principals, keys, and what they permit.
 */
@NullMarked
package io.windlass.store.contract.access;

import org.jspecify.annotations.NullMarked;
