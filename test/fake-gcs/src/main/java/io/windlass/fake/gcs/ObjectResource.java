package io.windlass.fake.gcs;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Objects as answers describe them: cloud.google.com/storage/docs/json_api/v1/objects#resource. */
record ObjectResource(URI base) {

  ObjectNode json(GcsBucket bucket, StoredObject object) {
    String path = "/storage/v1/b/" + bucket.name() + "/o/" + encoded(object.name());
    String generation = Long.toString(object.generation());
    ObjectNode json = object.fields().deepCopy();
    json.put("kind", "storage#object")
        .put("id", bucket.name() + "/" + object.name() + "/" + generation)
        .put("selfLink", base + path)
        .put("mediaLink", base + "/download" + path + "?generation=" + generation + "&alt=media")
        .put("name", object.name())
        .put("bucket", bucket.name())
        .put("generation", generation)
        .put("metageneration", Long.toString(object.metageneration()))
        .put("size", Integer.toString(object.content().length))
        .put("crc32c", object.crc32c())
        .put("etag", object.etag())
        .put("timeCreated", FakeClock.json(object.created()))
        .put("updated", FakeClock.json(object.updated()))
        .put("timeFinalized", FakeClock.json(object.created()))
        .put("timeStorageClassUpdated", FakeClock.json(object.created()))
        .put("storageClass", object.field("storageClass").orElse(bucket.storageClass()));
    object.md5().ifPresent(md5 -> json.put("md5Hash", md5));
    if (object.components() > 0) {
      json.put("componentCount", object.components());
    }
    object.noncurrentSince().ifPresent(time -> json.put("timeDeleted", FakeClock.json(time)));
    object
        .softDeletedAt()
        .ifPresent(time ->
            json.put("softDeleteTime", FakeClock.json(time))
                .put("hardDeleteTime", FakeClock.json(time.plus(bucket.kept()))));
    return json;
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * Returns the headers for the content: cloud.google.com/storage/docs/xml-api/reference-headers.
   */
  static Map<String, String> headers(GcsBucket bucket, StoredObject object) {
    Map<String, String> headers = new HashMap<>();
    headers.put("Content-Type", object.field("contentType").orElse("application/octet-stream"));
    headers.put("ETag", object.etag());
    headers.put("Last-Modified", FakeClock.http(object.updated()));
    headers.put("Accept-Ranges", "bytes");
    headers.put("x-goog-generation", Long.toString(object.generation()));
    headers.put("x-goog-metageneration", Long.toString(object.metageneration()));
    headers.put("x-goog-stored-content-length", Integer.toString(object.content().length));
    headers.put(
        "x-goog-stored-content-encoding", object.field("contentEncoding").orElse("identity"));
    headers.put("x-goog-storage-class", object.field("storageClass").orElse(bucket.storageClass()));
    headers.put(
        "x-goog-hash",
        "crc32c=" + object.crc32c() + object.md5().map(md5 -> ",md5=" + md5).orElse(""));
    object.field("customTime").ifPresent(time -> headers.put("x-goog-custom-time", time));
    object
        .field(ObjectFields.KMS_KEY)
        .ifPresent(key -> headers.put("x-goog-encryption-kms-key-name", key));
    if (object.components() > 0) {
      headers.put("x-goog-component-count", Integer.toString(object.components()));
    }
    object.field("cacheControl").ifPresent(v -> headers.put("Cache-Control", v));
    for (String part : List.of("Disposition", "Encoding", "Language")) {
      object.field("content" + part).ifPresent(v -> headers.put("Content-" + part, v));
    }
    // No header has another name (RFC 9110, section 5.1), whatever the service does with such
    // names.
    object.fields().path("metadata").properties().stream()
        .filter(pair -> pair.getKey().matches("[!-~&&[^()<>@,;:\\\\\"/\\[\\]?={} ]]+"))
        .forEach(pair -> headers.put("x-goog-meta-" + pair.getKey(), pair.getValue().asString("")));
    return headers;
  }
}
