/**
 * What the driver does when things go wrong: it is killed, its server is, its callers send
 * nonsense, or somebody looks for secrets where there should be none.
 */
@NullMarked
package io.windlass.faults;

import org.jspecify.annotations.NullMarked;
