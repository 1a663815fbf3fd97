package io.windlass.fake.gcs;

import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** cloud.google.com/storage/docs/json_api/v1/objects/list. */
record ListingApi(GcsState state) {

  List<Route> routes() {
    return List.of(
        Route.of(
            "GET",
            "b/*/o",
            this::list,
            "prefix",
            "delimiter",
            "startOffset",
            "endOffset",
            "includeTrailingDelimiter",
            "includeFoldersAsPrefixes",
            "maxResults",
            "pageToken",
            "versions",
            "softDeleted"));
  }

  private WireAnswer list(ApiCall call) {
    WireRequest request = call.request();
    GcsBucket bucket = state.bucket(call.name(0));
    ObjectListing listing = ObjectListing.of(request);
    state
        .access()
        .require(call.who(), "storage.objects.list", GcsResource.list(bucket, listing.prefix()));
    boolean versions = request.flag("versions");
    boolean softDeleted = request.flag("softDeleted");
    if (versions && softDeleted) {
      throw Refusal.invalid("versions and softDeleted cannot both be true.");
    }
    boolean folders = request.flag("includeFoldersAsPrefixes");
    if (folders && !listing.delimiter().equals("/")) {
      throw Refusal.invalid("includeFoldersAsPrefixes needs the delimiter '/'.");
    }
    Stream<StoredObject> objects =
        softDeleted
            ? bucket.objects().softDeleted(bucket.kept())
            : versions ? bucket.objects().all() : bucket.objects().live();
    ObjectListing.Page page =
        listing.page(objects, folders ? bucket.folders().names() : Stream.empty());
    return WireAnswer.json(shown(bucket, page));
  }

  private ObjectNode shown(GcsBucket bucket, ObjectListing.Page page) {
    ObjectNode json = JsonText.object().put("kind", "storage#objects");
    page.next().ifPresent(token -> json.put("nextPageToken", token));
    for (ObjectListing.Entry entry : page.entries()) {
      if (entry.object().isPresent()) {
        json.withArray("items").add(state.shown().json(bucket, entry.object().get()));
      } else {
        json.withArray("prefixes").add(entry.name());
      }
    }
    return json;
  }
}
