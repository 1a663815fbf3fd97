/**
 * One volume that is served: the bucket that is opened, requests of the kernel that become
 * operations of its file system, and what is counted and logged of them.
 */
@NullMarked
package io.windlass.mounter.volume;

import org.jspecify.annotations.NullMarked;
