/** Servers that stand between a client and a server, or answer as a test says. */
@NullMarked
package io.windlass.testing.proxy;

import org.jspecify.annotations.NullMarked;
