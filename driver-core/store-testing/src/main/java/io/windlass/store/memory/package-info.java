/**
 * Object storage in the memory of a test: it keeps the whole contract, is quick, and needs no
 * server.
 */
@NullMarked
package io.windlass.store.memory;

import org.jspecify.annotations.NullMarked;
