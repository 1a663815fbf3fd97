/** The distribution as its users have it: its scripts and commands, run as processes. */
@NullMarked
package io.windlass.test.launcher;

import org.jspecify.annotations.NullMarked;
