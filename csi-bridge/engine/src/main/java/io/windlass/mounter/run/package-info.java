/**
 * What the processes of a mount share: the run directory with its sockets, locks and turns, the
 * messages that go over a socket, and how one process starts the other.
 */
@NullMarked
package io.windlass.mounter.run;

import org.jspecify.annotations.NullMarked;
