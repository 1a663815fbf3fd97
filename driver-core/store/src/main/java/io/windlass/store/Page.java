package io.windlass.store;

import java.util.List;
import java.util.Optional;

/**
 * Page of a list that is read page by page.
 *
 * @param items in the order of their keys
 * @param next token for the following page; empty at the end. Opaque
 */
public record Page<T>(List<T> items, Optional<String> next) {
  public Page {
    items = List.copyOf(items);
  }
}
