package io.windlass.fake.azure;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One state of a block blob, or a directory.
 *
 * @param blocks its committed blocks, in order
 * @param properties by the names of their headers in answers
 * @param tags index tags, separate from the metadata:
 *     "azure/storage/blobs/storage-manage-find-blobs"
 * @param version empty without versions
 * @param snapshot empty but for snapshots
 * @param deleted time of the soft deletion
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes it, and it is compared by identity
record Blob(
    byte[] content,
    List<Block> blocks,
    Map<String, String> properties,
    Map<String, String> metadata,
    Map<String, String> tags,
    String etag,
    Instant created,
    Instant modified,
    String version,
    String snapshot,
    Optional<Instant> deleted,
    boolean directory) {

  /** A committed block, and its position. */
  record Block(String id, int from, int size) {}

  /** Returns a new state with this content. */
  static Blob of(byte[] content, Map<String, String> properties, Map<String, String> metadata) {
    return new Blob(
        content,
        List.of(),
        properties,
        metadata,
        Map.of(),
        "",
        Instant.EPOCH,
        Instant.EPOCH,
        "",
        "",
        Optional.empty(),
        false);
  }

  /** "azure/storage/blobs/data-lake-storage-namespace". */
  static Blob directory(Map<String, String> metadata) {
    return of(new byte[0], Map.of("Content-Type", "application/octet-stream"), metadata)
        .asDirectory();
  }

  private Blob asDirectory() {
    return new Blob(
        content,
        blocks,
        properties,
        metadata,
        tags,
        etag,
        created,
        modified,
        version,
        snapshot,
        deleted,
        true);
  }

  Blob withBlocks(List<Block> made) {
    return new Blob(
        content,
        made,
        properties,
        metadata,
        tags,
        etag,
        created,
        modified,
        version,
        snapshot,
        deleted,
        directory);
  }

  Blob withMetadata(Map<String, String> other) {
    return new Blob(
        content,
        blocks,
        properties,
        other,
        tags,
        etag,
        created,
        modified,
        version,
        snapshot,
        deleted,
        directory);
  }

  Blob withProperties(Map<String, String> other) {
    return new Blob(
        content, blocks, other, metadata, tags, etag, created, modified, version, snapshot, deleted,
        directory);
  }

  Blob withTags(Map<String, String> other) {
    return new Blob(
        content,
        blocks,
        properties,
        metadata,
        other,
        etag,
        created,
        modified,
        version,
        snapshot,
        deleted,
        directory);
  }

  Blob changed(String newEtag, Instant since, Instant now, String newVersion) {
    return new Blob(
        content,
        blocks,
        properties,
        metadata,
        tags,
        newEtag,
        since,
        now,
        newVersion,
        "",
        Optional.empty(),
        directory);
  }

  Blob withVersion(String id) {
    return new Blob(
        content,
        blocks,
        properties,
        metadata,
        tags,
        etag,
        created,
        modified,
        id,
        snapshot,
        deleted,
        directory);
  }

  Blob asSnapshot(String id) {
    return new Blob(
        content,
        blocks,
        properties,
        metadata,
        tags,
        etag,
        created,
        modified,
        version,
        id,
        deleted,
        directory);
  }

  Blob deletedAt(Optional<Instant> at) {
    return new Blob(
        content,
        blocks,
        properties,
        metadata,
        tags,
        etag,
        created,
        modified,
        version,
        snapshot,
        at,
        directory);
  }

  /** "get-blob-properties". */
  Map<String, String> headers(boolean current) {
    Map<String, String> headers = new HashMap<>(properties);
    headers.put("ETag", "\"" + etag + "\"");
    headers.put("Last-Modified", Times.http(modified));
    headers.put("x-ms-creation-time", Times.http(created));
    headers.put("x-ms-blob-type", "BlockBlob");
    headers.put("x-ms-lease-state", "available");
    headers.put("x-ms-lease-status", "unlocked");
    headers.put("x-ms-server-encrypted", "true");
    headers.put("Accept-Ranges", "bytes");
    if (!directory && headers.putIfAbsent("x-ms-access-tier", "Hot") == null) {
      headers.put("x-ms-access-tier-inferred", "true");
    }
    if (!tags.isEmpty()) {
      headers.put("x-ms-tag-count", Integer.toString(tags.size()));
    }
    metadata.forEach((name, value) -> headers.put("x-ms-meta-" + name, value));
    if (directory) {
      headers.put("x-ms-meta-hdi_isfolder", "true");
    }
    if (!version.isEmpty()) {
      headers.put("x-ms-version-id", version);
      if (current) {
        headers.put("x-ms-is-current-version", "true");
      }
    }
    return headers;
  }
}
