package io.windlass.fs.metadata;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What this volume does to directories while it lists them. */
final class ListingChanges {
  /** A directory that is changed more often while it is listed is not worth it. */
  private static final int MOST = 2000;

  private final Map<String, List<Watch>> all = new ConcurrentHashMap<>();

  /** What this volume made of a name. */
  record Own(String text, PathEntry entry) {}

  /** Notes what is done to one directory, until it is closed. */
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

    /** Hands over what was done, in its order, while nothing is; unless what was listed is old. */
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

  /** Begins to note what is done to a directory. */
  Watch begin(String prefix) {
    Watch watch = new Watch(prefix);
    all.merge(
        prefix,
        List.of(watch),
        (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
    return watch;
  }

  /** This volume made that of a name. */
  void changed(String prefix, Own change) {
    all.getOrDefault(prefix, List.of()).forEach(watch -> watch.changed(change));
  }

  /** What is listed of a directory now is old. */
  void spoil(String prefix) {
    all.getOrDefault(prefix, List.of()).forEach(Watch::spoil);
  }

  /** The same of all directories below a prefix. */
  void spoilBelow(String prefix) {
    all.keySet().stream().filter(known -> known.startsWith(prefix)).forEach(this::spoil);
  }
}
