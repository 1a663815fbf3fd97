/**
 * Real servers for tests: {@link io.windlass.testing.RealServer} asks for one, and gets it as a
 * container where a container engine answers, as a process where its executable is installed, and
 * otherwise says plainly that it was not tested. And what tests of all modules share besides.
 */
@NullMarked
package io.windlass.testing;

import org.jspecify.annotations.NullMarked;
