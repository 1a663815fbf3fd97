/** Where the settings of a driver come from: the environment, and a file of settings. */
@NullMarked
package io.windlass.cli.settings;

import org.jspecify.annotations.NullMarked;
