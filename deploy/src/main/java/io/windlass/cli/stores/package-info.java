/** List of all stores; no other package names them all. */
@NullMarked
package io.windlass.cli.stores;

import org.jspecify.annotations.NullMarked;
