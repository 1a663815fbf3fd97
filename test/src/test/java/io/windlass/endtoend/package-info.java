/** COSI from a name to working credentials, as sidecars and workloads go through it. */
@NullMarked
package io.windlass.endtoend;

import org.jspecify.annotations.NullMarked;
