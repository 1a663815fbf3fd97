/**
 * File names and object keys: the conversion between them, and locks on paths during operations.
 */
@NullMarked
package io.windlass.fs.key;

import org.jspecify.annotations.NullMarked;
