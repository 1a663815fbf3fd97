/** Time in which this process can run, by which it judges how long a server is silent. */
@NullMarked
package io.windlass.clock;

import org.jspecify.annotations.NullMarked;
