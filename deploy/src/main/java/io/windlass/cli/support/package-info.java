/** {@code windlass support}: what a report of a problem needs, in one file without secrets. */
@NullMarked
package io.windlass.cli.support;

import org.jspecify.annotations.NullMarked;
