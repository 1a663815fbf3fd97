/**
 * Cache of what the server says of objects, for the volume's time to live: listings, lookups of
 * names, names that do not exist.
 */
@NullMarked
package io.windlass.fs.listing;

import org.jspecify.annotations.NullMarked;
