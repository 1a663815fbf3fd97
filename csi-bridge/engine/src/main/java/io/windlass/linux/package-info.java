/**
 * System calls of Linux through java.lang.foreign: descriptors, mounts, sockets that pass
 * descriptors. The package needs no native library of its own, and runs on x86-64 and AArch64, with
 * glibc and musl.
 */
@NullMarked
package io.windlass.linux;

import org.jspecify.annotations.NullMarked;
