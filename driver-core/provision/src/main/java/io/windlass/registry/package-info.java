/**
 * The driver's records: what it made, for whom, and what it is in the middle of. They live in a
 * bucket of the backend they speak of, so any process of the driver can go on where another died.
 */
@NullMarked
package io.windlass.registry;

import org.jspecify.annotations.NullMarked;
