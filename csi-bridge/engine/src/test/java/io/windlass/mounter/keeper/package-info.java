/** Tests of the keeper's parts. */
@NullMarked
package io.windlass.mounter.keeper;

import org.jspecify.annotations.NullMarked;
