/** How the volumes of a process share what there is of requests, memory and buffers. */
@NullMarked
package io.windlass.share;

import org.jspecify.annotations.NullMarked;
