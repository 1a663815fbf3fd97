package io.windlass.connect;

import java.util.List;

/**
 * Kinds of backend that a program contains.
 *
 * @param all in the order of the documents
 * @param usual the kind of the single backend that exists when none is configured
 */
public record BackendKinds(List<BackendKind> all, BackendKind usual) {
  public BackendKinds {
    all = List.copyOf(all);
  }
}
