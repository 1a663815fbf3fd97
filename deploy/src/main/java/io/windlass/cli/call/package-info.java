/** The built-in client, which calls COSI and CSI drivers with JSON. */
@NullMarked
package io.windlass.cli.call;

import org.jspecify.annotations.NullMarked;
