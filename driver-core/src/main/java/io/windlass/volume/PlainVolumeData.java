package io.windlass.volume;

import io.windlass.provision.Emptier;
import io.windlass.provision.Sites;
import io.windlass.store.StoreException;

/** Volumes of which there are no snapshots and no clones: all there is to do is to empty them. */
public final class PlainVolumeData implements VolumeData {
  private final Sites sites;

  public PlainVolumeData(Sites sites) {
    this.sites = sites;
  }

  @Override
  public void requireSource(VolumeId target, ContentSource source) {
    throw new StoreException.InvalidArgument(
        "volume_content_source: volumes with content are not offered: leave it out");
  }

  @Override
  public Reached fill(VolumeId target, ContentSource source, Runnable beforeStep) {
    throw new StoreException.Unsupported("volumes with content are not offered", null);
  }

  @Override
  public Reached remove(VolumeId volume, Runnable beforeStep) {
    return sites
        .find(volume.backend())
        .map(site ->
            new Emptier(site.backend(), volume.bucket(), volume.prefix(), beforeStep).run()
                ? Reached.END
                : Reached.PART)
        .orElse(Reached.END);
  }
}
