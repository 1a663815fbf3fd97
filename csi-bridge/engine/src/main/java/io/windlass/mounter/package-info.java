/**
 * The mounter, the process that serves volumes: it takes them over from the mounter before it, and
 * puts those whose content ended mounters in quarantine. Its keeper, what the two share, and the
 * serving of one volume are in packages below.
 */
@NullMarked
package io.windlass.mounter;

import org.jspecify.annotations.NullMarked;
