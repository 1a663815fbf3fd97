package io.windlass.volume.snapshot;

import io.windlass.provision.LeasedOperation;
import io.windlass.store.CopySource;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectVersions;
import io.windlass.store.Page;
import io.windlass.volume.snapshot.SnapshotRecord.Progress;
import io.windlass.volume.snapshot.SnapshotTaker.Member;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Writes the manifest of a volume from the listing of what is there: the current versions. Objects
 * that have no version are copied beside the manifest. Objects that are written meanwhile may be in
 * the snapshot or not.
 */
final class ListedCut implements ObjectCut {
  /** Most objects of a page of the manifest if some have to be copied. */
  private static final int COPIED = 200;

  private final LeasedOperation operation;
  private final ObjectVersions versions;
  private final String bucket;
  private final String prefix;
  private final Manifest manifest;
  private final Copies copies;

  ListedCut(LeasedOperation operation, Member member) {
    this.operation = operation;
    this.versions = member.objects(operation).versions().orElseThrow();
    this.bucket = member.volume().bucket();
    this.prefix = member.volume().prefix();
    this.manifest = member.manifest(operation);
    this.copies = new Copies(operation, manifest.copies());
  }

  @Override
  public VersionCut.Reached run(Progress before, Budget budget) {
    Progress progress = before;
    while (true) {
      Page<ListedVersion> page = versions.list(prefix, progress.token());
      for (List<ListedVersion> objects : pages(current(page, progress.lastKey()))) {
        operation.step();
        progress = kept(objects, progress);
        if (budget.isSpent()) {
          return new VersionCut.Reached(progress, false);
        }
      }
      if (page.next().isEmpty()) {
        return new VersionCut.Reached(progress, true);
      }
      progress = progress.at(page.next(), Optional.empty());
      if (budget.isSpent()) {
        return new VersionCut.Reached(progress, false);
      }
    }
  }

  /**
   * Returns the objects of a listed page, without those up to a key that were kept when the page
   * was listed before.
   */
  private List<ListedVersion> current(Page<ListedVersion> page, Optional<String> lastKey) {
    return page.items().stream()
        .filter(ListedVersion::latest)
        .filter(version ->
            lastKey.map(last -> Manifest.KEY_ORDER.compare(key(version), last) > 0).orElse(true))
        .toList();
  }

  private String key(ListedVersion version) {
    return version.key().substring(prefix.length());
  }

  /** Divides objects into those of one page of the manifest each. */
  private static List<List<ListedVersion>> pages(List<ListedVersion> objects) {
    int most = objects.stream().allMatch(ListedVersion::kept) ? Manifest.PAGE : COPIED;
    List<List<ListedVersion>> pages = new ArrayList<>();
    for (int from = 0; from < objects.size(); from += most) {
      pages.add(objects.subList(from, Math.min(objects.size(), from + most)));
    }
    return pages;
  }

  private Progress kept(List<ListedVersion> objects, Progress before) {
    int number = before.pages() + 1;
    List<Copies.Order> orders = new ArrayList<>();
    for (int i = 0; i < objects.size(); i++) {
      ListedVersion object = objects.get(i);
      if (!object.kept()) {
        orders.add(
            new Copies.Order(
                CopySource.of(bucket, object.key()), object.size(), manifest.copyKey(number, i)));
      }
    }
    Iterator<Boolean> copied = copies.all(orders).iterator();
    List<ManifestEntry> entries = new ArrayList<>();
    for (int i = 0; i < objects.size(); i++) {
      if (objects.get(i).kept() || copied.next()) {
        entries.add(entry(objects.get(i), i));
      }
    }
    Progress reached = before;
    if (!entries.isEmpty()) {
      manifest.write(number, entries);
      reached = before.with(entries);
    }
    return reached.at(before.token(), Optional.of(key(objects.getLast())));
  }

  /** A copied object has to be as it was listed, a kept one has to be the same version. */
  @Override
  public boolean isUnchanged(Progress whole) {
    int number = 1;
    Iterator<ManifestEntry> expected = Collections.emptyIterator();
    Optional<String> token = Optional.empty();
    do {
      Page<ListedVersion> page = versions.list(prefix, token);
      for (ListedVersion object : current(page, Optional.empty())) {
        if (!expected.hasNext() && number <= whole.pages()) {
          expected = manifest.read(number).iterator();
          number++;
        }
        if (!expected.hasNext() || !isSame(object, expected.next())) {
          return false;
        }
      }
      token = page.next();
    } while (token.isPresent());
    return !expected.hasNext() && number > whole.pages();
  }

  private boolean isSame(ListedVersion object, ManifestEntry kept) {
    return entry(object, kept.copy()).equals(kept);
  }

  private ManifestEntry entry(ListedVersion object, int copy) {
    return new ManifestEntry(
        key(object),
        Optional.of(object.version()).filter(_ -> object.kept()),
        object.kept() ? 0 : copy,
        object.size(),
        object.lastModified(),
        Optional.empty());
  }
}
