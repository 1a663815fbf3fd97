/**
 * The driver's configuration, from environment variables alone: one table of settings ({@link
 * io.windlass.config.Settings}), from which come what is read, what is refused, and the help.
 * Secrets are not in it, only the files where they are.
 */
@NullMarked
package io.windlass.config;

import org.jspecify.annotations.NullMarked;
