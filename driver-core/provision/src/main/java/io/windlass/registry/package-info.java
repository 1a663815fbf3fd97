/**
 * Records of the driver: what it created, for whom, and what it is about to do. They are in a
 * bucket of the backend that they describe, so any process of the driver can continue where another
 * died.
 */
@NullMarked
package io.windlass.registry;

import org.jspecify.annotations.NullMarked;
