package io.windlass.store;

import java.util.List;
import java.util.Optional;

/**
 * A piece of a list that is read piece by piece.
 *
 * @param items in the order of their keys
 * @param next hand it back to get the following page; empty at the end. Opaque
 */
public record Page<T>(List<T> items, Optional<String> next) {
  public Page {
    items = List.copyOf(items);
  }
}
