/** What every command needs of the process around it: streams, environment, colour, exit status. */
@NullMarked
package io.windlass.cli.terminal;

import org.jspecify.annotations.NullMarked;
