/**
 * The driver's configuration, from environment variables alone. One table of settings ({@link
 * io.windlass.config.Settings}) determines what is read, what is refused, and the help. The
 * configuration holds no secrets, only the paths of files with secrets.
 */
@NullMarked
package io.windlass.config;

import org.jspecify.annotations.NullMarked;
