/** The COSI services: they translate between the wire and the core. */
@NullMarked
package io.windlass.cosi;

import org.jspecify.annotations.NullMarked;
