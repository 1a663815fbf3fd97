/** Mounts whose server or network is slow, silent, broken or gone. */
@NullMarked
package io.windlass.test.mount.fault;

import org.jspecify.annotations.NullMarked;
