/**
 * What the server says of objects, asked once and kept for as long as it may be believed: listings,
 * lookups of names, names that are not there.
 */
@NullMarked
package io.windlass.fs.metadata;

import org.jspecify.annotations.NullMarked;
