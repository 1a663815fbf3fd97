package io.windlass.volume.snapshot;

import io.windlass.provision.LeasedOperation;
import io.windlass.store.CopySource;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ListedEntry.Listed;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectStore;
import io.windlass.store.ObjectVersions;
import io.windlass.store.Page;
import io.windlass.volume.server.Budget;
import io.windlass.volume.server.Copies;
import io.windlass.volume.snapshot.SnapshotRecord.Method;
import io.windlass.volume.snapshot.SnapshotRecord.Progress;
import io.windlass.volume.snapshot.SnapshotTaker.Member;
import io.windlass.volume.snapshot.VersionCut.Reached;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the objects of a volume one by one, for a bucket that cannot show an instant: the manifest
 * names the current version of each object, and an object that has none is copied beside it.
 * Objects that are written meanwhile may be in the snapshot or not.
 */
final class ObjectCut {
  /** Most objects of a page of the manifest if some have to be copied. */
  private static final int COPIED = 200;

  private final LeasedOperation operation;
  private final ObjectStore objects;

  /** Empty if all objects are copied. */
  private final Optional<ObjectVersions> versions;

  private final String prefix;
  private final Manifest manifest;
  private final Copies copies;

  ObjectCut(LeasedOperation operation, Member member) {
    this.operation = operation;
    this.objects = member.objects(operation);
    this.versions = objects.versions().filter(_ -> member.value().method() == Method.LISTED);
    this.prefix = member.volume().prefix();
    this.manifest = member.manifest(operation);
    this.copies = new Copies(operation, manifest.copies());
  }

  /** Continues from {@code before} until the end, or until the time is up. */
  Reached run(Progress before, Budget budget) {
    Progress progress = before;
    while (true) {
      Page<ManifestEntry> page = list(progress);
      for (List<ManifestEntry> part : parts(page.items())) {
        operation.step();
        progress = keep(part, progress);
        if (budget.isSpent()) {
          return new Reached(progress, false);
        }
      }
      if (page.next().isEmpty()) {
        return new Reached(progress, true);
      }
      progress = after(page, progress);
      if (budget.isSpent()) {
        return new Reached(progress, false);
      }
    }
  }

  /** Returns whether the volume still has exactly the objects that were kept. */
  boolean isUnchanged(Progress whole) {
    Iterator<ManifestEntry> kept = manifest.entries(whole.pages());
    Progress at = Progress.NONE;
    while (true) {
      Page<ManifestEntry> page = list(at);
      for (ManifestEntry object : page.items()) {
        if (!kept.hasNext() || !isSame(object, kept.next())) {
          return false;
        }
      }
      if (page.next().isEmpty()) {
        return !kept.hasNext();
      }
      at = after(page, at);
    }
  }

  /** A copied object has to be as it was listed, another one has to be the same version. */
  private static boolean isSame(ManifestEntry object, ManifestEntry kept) {
    return object.copied(kept.copy()).equals(kept);
  }

  /** Lists the objects that are there now, none of them copied, from a place of the listing. */
  private Page<ManifestEntry> list(Progress from) {
    return versions.map(all -> versions(all, from)).orElseGet(() -> objects(from));
  }

  /** Leaves out those up to a key that were kept when this page was listed before. */
  private Page<ManifestEntry> versions(ObjectVersions all, Progress from) {
    Page<ListedVersion> page = all.list(prefix, from.token());
    return new Page<>(
        page.items().stream()
            .filter(ListedVersion::latest)
            .map(this::entry)
            .filter(entry ->
                from.lastKey()
                    .filter(last -> Manifest.KEY_ORDER.compare(entry.key(), last) <= 0)
                    .isEmpty())
            .toList(),
        page.next());
  }

  private Page<ManifestEntry> objects(Progress from) {
    ListOptions all = ListOptions.prefix(prefix).withLimit(COPIED);
    Page<ListedEntry> page =
        objects.list(
            from.lastKey().map(key -> all.withStartAfter(prefix + key)).orElse(all),
            Optional.empty());
    return new Page<>(
        page.items().stream()
            .filter(Listed.class::isInstance)
            .map(entry -> entry((Listed) entry))
            .toList(),
        page.next());
  }

  /** Returns the place after a page: where versions are listed, a token; otherwise the last key. */
  private Progress after(Page<ManifestEntry> page, Progress at) {
    if (versions.isPresent()) {
      return at.at(page.next(), Optional.empty());
    }
    return page.items().isEmpty()
        ? at
        : at.at(Optional.empty(), Optional.of(page.items().getLast().key()));
  }

  /** Divides objects into those of one page of the manifest each. */
  private static List<List<ManifestEntry>> parts(List<ManifestEntry> objects) {
    int most =
        objects.stream().allMatch(each -> each.version().isPresent()) ? Manifest.PAGE : COPIED;
    List<List<ManifestEntry>> parts = new ArrayList<>();
    for (int from = 0; from < objects.size(); from += most) {
      parts.add(objects.subList(from, Math.min(objects.size(), from + most)));
    }
    return parts;
  }

  private Progress keep(List<ManifestEntry> listed, Progress before) {
    int number = before.pages() + 1;
    List<Copies.Order> orders = new ArrayList<>();
    for (int i = 0; i < listed.size(); i++) {
      ManifestEntry object = listed.get(i);
      if (object.version().isEmpty()) {
        orders.add(
            new Copies.Order(
                CopySource.of(objects.bucket(), prefix + object.key()),
                object.size(),
                manifest.copyKey(number, i)));
      }
    }
    Iterator<Boolean> there = copies.all(orders).iterator();
    List<ManifestEntry> entries = new ArrayList<>();
    for (int i = 0; i < listed.size(); i++) {
      ManifestEntry object = listed.get(i);
      if (object.version().isPresent()) {
        entries.add(object);
      } else if (there.next()) {
        entries.add(object.copied(i));
      }
    }
    Progress reached = before;
    if (!entries.isEmpty()) {
      manifest.write(number, entries);
      reached = before.with(entries);
    }
    return reached.at(before.token(), Optional.of(listed.getLast().key()));
  }

  private ManifestEntry entry(ListedVersion object) {
    return new ManifestEntry(
        object.key().substring(prefix.length()),
        Optional.of(object.version()).filter(_ -> object.kept()),
        0,
        object.size(),
        object.lastModified(),
        Optional.empty());
  }

  private ManifestEntry entry(Listed object) {
    return new ManifestEntry(
        object.key().substring(prefix.length()),
        Optional.empty(),
        0,
        object.size(),
        object.lastModified(),
        Optional.empty());
  }
}
