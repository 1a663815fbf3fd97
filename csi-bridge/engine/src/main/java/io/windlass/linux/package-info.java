/**
 * System calls of Linux through java.lang.foreign: descriptors, mounts, sockets that pass
 * descriptors. No native library of our own; x86-64 and AArch64, glibc and musl.
 */
@NullMarked
package io.windlass.linux;

import org.jspecify.annotations.NullMarked;
