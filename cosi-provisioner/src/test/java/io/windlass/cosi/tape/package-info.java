/** A cloud that is made up, with nothing of it elsewhere. */
@NullMarked
package io.windlass.cosi.tape;

import org.jspecify.annotations.NullMarked;
