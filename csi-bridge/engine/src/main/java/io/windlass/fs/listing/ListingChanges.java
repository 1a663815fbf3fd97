package io.windlass.fs.listing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Records the changes that this volume makes to directories while it lists them. */
final class ListingChanges {
  /** Most changes recorded for one listing; with more, the result of the listing is not kept. */
  private static final int MOST = 2000;

  private final Map<String, List<Watch>> all = new ConcurrentHashMap<>();

  /** Change by this volume: what a name leads to since. */
  record Own(String text, PathEntry entry) {}

  /** Records the changes of one directory until it is closed. */
  final class Watch implements AutoCloseable {
    private final String prefix;
    private final List<Own> changes = new ArrayList<>();
    private boolean spoiled;

    private Watch(String prefix) {
      this.prefix = prefix;
    }

    String prefix() {
      return prefix;
    }

    private synchronized void changed(Own change) {
      changes.add(change);
      spoiled |= changes.size() > MOST;
    }

    private synchronized void spoil() {
      spoiled = true;
    }

    /**
     * Passes the changes to {@code use}, in their order, and blocks new ones meanwhile. Does
     * nothing if the listing is out of date.
     */
    synchronized void end(Consumer<List<Own>> use) {
      if (!spoiled) {
        use.accept(changes);
      }
    }

    @Override
    public void close() {
      all.computeIfPresent(prefix, (_, listingChanges) -> without(listingChanges));
    }

    private @Nullable List<Watch> without(List<Watch> listingChanges) {
      List<Watch> others = listingChanges.stream().filter(each -> each != this).toList();
      return others.isEmpty() ? null : others;
    }
  }

  /** Begins to record the changes of a directory. */
  Watch begin(String prefix) {
    Watch watch = new Watch(prefix);
    all.merge(
        prefix,
        List.of(watch),
        (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
    return watch;
  }

  /** Records a change for the listings under way of a directory. */
  void changed(String prefix, Own change) {
    all.getOrDefault(prefix, List.of()).forEach(watch -> watch.changed(change));
  }

  /** Marks the listings under way of a directory as out of date. */
  void spoil(String prefix) {
    all.getOrDefault(prefix, List.of()).forEach(Watch::spoil);
  }

  /** Marks the listings under way of all directories below a prefix as out of date. */
  void spoilBelow(String prefix) {
    all.keySet().stream().filter(known -> known.startsWith(prefix)).forEach(this::spoil);
  }
}
