/**
 * The driver under test as what it is in the field: a process of its own, started from the
 * distribution, with a socket, an environment and files.
 */
@NullMarked
package io.windlass.test.driver;

import org.jspecify.annotations.NullMarked;
