/** {@code windlass cosi-sanity}: runs the conformance suite from the command line. */
@NullMarked
package io.windlass.cli.sanity;

import org.jspecify.annotations.NullMarked;
