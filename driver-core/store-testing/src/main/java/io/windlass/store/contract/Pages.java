package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.store.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads lists that come in pages. */
public final class Pages {
  private static final int MAX_PAGES = 10_000;

  private Pages() {}

  /** All items of all pages. */
  public static <T> List<T> all(Function<Optional<String>, Page<T>> read) {
    List<T> items = new ArrayList<>();
    Optional<String> token = Optional.empty();
    for (int pages = 0; pages < MAX_PAGES; pages++) {
      Page<T> page = read.apply(token);
      items.addAll(page.items());
      if (page.next().isEmpty()) {
        return items;
      }
      assertThat(page.next()).as("each page leads on").isNotEqualTo(token);
      token = page.next();
    }
    throw new AssertionError("a list without end");
  }
}
