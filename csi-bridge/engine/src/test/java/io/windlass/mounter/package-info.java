/** Tests of the mounter's parts. */
@NullMarked
package io.windlass.mounter;

import org.jspecify.annotations.NullMarked;
