package io.windlass.volume.snapshot;

import io.windlass.provision.LeasedOperation;
import io.windlass.store.CopySource;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ListedEntry.Listed;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.volume.snapshot.SnapshotRecord.Progress;
import io.windlass.volume.snapshot.SnapshotTaker.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Copies a volume beside the manifest of its snapshot, for a bucket that keeps no versions. Objects
 * that are written meanwhile may be in the copy or not.
 */
final class CopyCut implements ObjectCut {
  /** Most objects that are copied between two checks of the time. */
  private static final int PAGE = 200;

  private final ObjectStore objects;
  private final String prefix;
  private final Manifest manifest;
  private final Copies copies;

  CopyCut(LeasedOperation operation, Member member) {
    this.objects = member.objects(operation);
    this.prefix = member.volume().prefix();
    this.manifest = member.manifest(operation);
    this.copies = new Copies(operation, manifest.copies());
  }

  @Override
  public VersionCut.Reached run(Progress before, Budget budget) {
    Progress progress = before;
    while (true) {
      Page<ListedEntry> page = list(progress.lastKey(), PAGE);
      if (!page.items().isEmpty()) {
        progress = copy(page, progress);
      }
      if (page.next().isEmpty()) {
        return new VersionCut.Reached(progress, true);
      }
      if (budget.isSpent()) {
        return new VersionCut.Reached(progress, false);
      }
    }
  }

  private Page<ListedEntry> list(Optional<String> lastKey, int most) {
    ListOptions all = ListOptions.prefix(prefix).withLimit(most);
    return objects.list(
        lastKey.map(key -> all.withStartAfter(prefix + key)).orElse(all), Optional.empty());
  }

  private Progress copy(Page<ListedEntry> page, Progress before) {
    int number = before.pages() + 1;
    List<Listed> listed = new ArrayList<>();
    List<Copies.Order> orders = new ArrayList<>();
    for (ListedEntry entry : page.items()) {
      if (entry instanceof Listed object) {
        orders.add(
            new Copies.Order(
                CopySource.of(objects.bucket(), object.key()),
                object.size(),
                manifest.copyKey(number, listed.size())));
        listed.add(object);
      }
    }
    List<Boolean> there = copies.all(orders);
    List<ManifestEntry> entries = new ArrayList<>();
    for (int i = 0; i < listed.size(); i++) {
      if (there.get(i)) {
        entries.add(entry(listed.get(i), i));
      }
    }
    manifest.write(number, entries);
    return before
        .with(entries)
        .at(Optional.empty(), Optional.of(page.items().getLast().key().substring(prefix.length())));
  }

  private ManifestEntry entry(Listed object, int copy) {
    return new ManifestEntry(
        object.key().substring(prefix.length()),
        Optional.empty(),
        copy,
        object.size(),
        object.lastModified(),
        Optional.empty());
  }

  @Override
  public boolean isUnchanged(Progress whole) {
    Optional<String> lastKey = Optional.empty();
    for (int number = 1; number <= whole.pages(); number++) {
      List<ManifestEntry> copied = manifest.read(number);
      if (copied.isEmpty()) {
        continue;
      }
      List<ManifestEntry> now = new ArrayList<>();
      for (ListedEntry entry : list(lastKey, copied.size()).items()) {
        if (entry instanceof Listed object && now.size() < copied.size()) {
          now.add(entry(object, copied.get(now.size()).copy()));
        }
      }
      if (!now.equals(copied)) {
        return false;
      }
      lastKey = Optional.of(copied.getLast().key());
    }
    return list(lastKey, 1).items().isEmpty();
  }
}
