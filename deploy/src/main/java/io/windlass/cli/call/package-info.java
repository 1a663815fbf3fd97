/** The built-in client: COSI and CSI by hand, in JSON. */
@NullMarked
package io.windlass.cli.call;

import org.jspecify.annotations.NullMarked;
