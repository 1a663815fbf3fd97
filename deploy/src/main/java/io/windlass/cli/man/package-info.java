/** Man pages of the commands. */
@NullMarked
package io.windlass.cli.man;

import org.jspecify.annotations.NullMarked;
