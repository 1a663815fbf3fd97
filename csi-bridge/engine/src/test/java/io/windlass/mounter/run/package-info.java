/** Tests of run directories and of the turns in them. */
@NullMarked
package io.windlass.mounter.run;

import org.jspecify.annotations.NullMarked;
