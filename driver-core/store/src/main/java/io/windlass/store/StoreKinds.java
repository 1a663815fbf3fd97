package io.windlass.store;

import java.util.List;

/**
 * The kinds of backend that a program is built with.
 *
 * @param all in the order of the documents
 * @param usual the kind of the one backend that there is where none is configured
 */
public record StoreKinds(List<StoreKind> all, StoreKind usual) {
  public StoreKinds {
    all = List.copyOf(all);
  }
}
