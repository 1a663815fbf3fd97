/** Tests of system calls. */
@NullMarked
package io.windlass.linux;

import org.jspecify.annotations.NullMarked;
