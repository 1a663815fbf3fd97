/** The built-in client: COSI by hand, in JSON. */
@NullMarked
package io.windlass.cli.call;

import org.jspecify.annotations.NullMarked;
