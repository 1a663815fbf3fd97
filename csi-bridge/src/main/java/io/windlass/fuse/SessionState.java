package io.windlass.fuse;

import java.util.Set;

/**
 * What a session has agreed on with the kernel, which the process that takes it over must know: the
 * kernel does not say it again.
 *
 * @param minor the protocol is 7.minor
 * @param features what both sides can do
 * @param maxWrite most bytes of data in one request
 * @param unsupported opcodes that were answered ENOSYS, which the kernel does not send any more
 * @param backing ids of the backing files that are registered with the kernel
 */
public record SessionState(
    int minor, Set<Feature> features, int maxWrite, Set<Opcode> unsupported, Set<Integer> backing) {
  /** Copies the sets. */
  public SessionState {
    features = Set.copyOf(features);
    unsupported = Set.copyOf(unsupported);
    backing = Set.copyOf(backing);
  }
}
