/** Instances of servers: processes, containers, and what runs already. */
@NullMarked
package io.windlass.testing.instance;

import org.jspecify.annotations.NullMarked;
