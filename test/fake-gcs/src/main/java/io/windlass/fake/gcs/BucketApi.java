package io.windlass.fake.gcs;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** cloud.google.com/storage/docs/json_api/v1/buckets: insert, get, list, patch, update, delete. */
record BucketApi(GcsState state) {

  List<Route> routes() {
    return List.of(
        Route.of("POST", "b", this::insert, "project"),
        Route.of("GET", "b", this::list, "project", "prefix", "maxResults", "pageToken"),
        Route.of("GET", "b/*/storageLayout", this::layout, "prefix"),
        Route.of("GET", "b/*", this::get, "ifMetagenerationMatch", "ifMetagenerationNotMatch"),
        Route.of("PATCH", "b/*", this::patch, "ifMetagenerationMatch", "ifMetagenerationNotMatch"),
        Route.of("PUT", "b/*", this::update, "ifMetagenerationMatch", "ifMetagenerationNotMatch"),
        Route.of(
            "DELETE", "b/*", this::delete, "ifMetagenerationMatch", "ifMetagenerationNotMatch"));
  }

  private ObjectNode json(GcsBucket bucket) {
    ObjectNode json = bucket.fields().deepCopy();
    return json.put("kind", "storage#bucket")
        .put("id", bucket.name())
        .put("name", bucket.name())
        .put("selfLink", state.base().get() + "/storage/v1/b/" + bucket.name())
        .put("projectNumber", FakeGcs.PROJECT_NUMBER)
        .put("metageneration", Long.toString(bucket.metageneration()))
        .put("etag", Etags.of(bucket.metageneration()))
        .put("timeCreated", FakeClock.json(bucket.created()))
        .put("updated", FakeClock.json(bucket.updated()))
        .put(
            "locationType",
            List.of("US", "EU", "ASIA").contains(json.path("location").asString(""))
                ? "multi-region"
                : "region");
  }

  private String project(ApiCall call) {
    String project =
        call.request().parameter("project").orElseThrow(() -> Refusal.required("project"));
    state.requireProject(project);
    return project;
  }

  private WireAnswer insert(ApiCall call) {
    String project = project(call);
    ObjectNode body = JsonText.object(call.request().body());
    String name = JsonText.text(body, "name").orElseThrow(() -> Refusal.required("name"));
    state.access().require(call.who(), "storage.buckets.create", GcsResource.project(project));
    ObjectNames.requireBucket(name);
    ObjectNode fields = BucketFields.fresh(body, FakeClock.json(state.clock().now()));
    requireSoftDelete(fields);
    if (state.buckets().containsKey(name)) {
      throw Refusal.conflict(
          "Your previous request to create the named bucket succeeded and you already own it.");
    }
    GcsBucket made = new GcsBucket(name, project, fields, initial(project), state.clock());
    state.buckets().put(name, made);
    return WireAnswer.json(json(made));
  }

  private void requireSoftDelete(ObjectNode fields) {
    state
        .settings()
        .requireSoftDelete(
            fields.path("softDeletePolicy").path("retentionDurationSeconds").asLong(0));
  }

  /** cloud.google.com/storage/docs/access-control/iam#convenience-values. */
  private static IamPolicy initial(String project) {
    String owner = "projectOwner:" + project;
    String editor = "projectEditor:" + project;
    String viewer = "projectViewer:" + project;
    return new IamPolicy(
        List.of(
            IamPolicy.binding("roles/storage.legacyBucketOwner", editor, owner),
            IamPolicy.binding("roles/storage.legacyBucketReader", viewer),
            IamPolicy.binding("roles/storage.legacyObjectOwner", editor, owner),
            IamPolicy.binding("roles/storage.legacyObjectReader", viewer)));
  }

  private WireAnswer list(ApiCall call) {
    String project = project(call);
    state.access().require(call.who(), "storage.buckets.list", GcsResource.project(project));
    String prefix = call.request().parameter("prefix").orElse("");
    int most = ObjectListing.most(call.request().number("maxResults"));
    Collection<GcsBucket> rest =
        call.request()
            .parameter("pageToken")
            .map(last -> state.buckets().tailMap(last, false))
            .orElse(state.buckets())
            .values();
    List<GcsBucket> found =
        rest.stream().filter(each -> each.name().startsWith(prefix)).limit(most + 1L).toList();
    ObjectNode json = JsonText.object().put("kind", "storage#buckets");
    if (!found.isEmpty()) {
      ArrayNode items = json.putArray("items");
      found.stream().limit(most).forEach(each -> items.add(json(each)));
    }
    if (found.size() > most) {
      json.put("nextPageToken", found.get(most - 1).name());
    }
    return WireAnswer.json(json);
  }

  private GcsBucket required(ApiCall call, String permission) {
    GcsBucket bucket = state.bucket(call.name(0));
    state.access().require(call.who(), permission, GcsResource.of(bucket));
    Preconditions.of(call.request()).require(bucket);
    return bucket;
  }

  private WireAnswer get(ApiCall call) {
    return WireAnswer.json(json(required(call, "storage.buckets.get")));
  }

  /** json_api/v1/buckets/getStorageLayout. */
  private WireAnswer layout(ApiCall call) {
    GcsBucket bucket = state.bucket(call.name(0));
    String prefix = call.request().parameter("prefix").orElse("");
    state.access().require(call.who(), "storage.objects.list", GcsResource.list(bucket, prefix));
    ObjectNode layout =
        JsonText.object()
            .put("kind", "storage#storageLayout")
            .put("bucket", bucket.name())
            .put("location", bucket.fields().path("location").asString(""));
    layout.putObject("hierarchicalNamespace").put("enabled", bucket.hierarchical());
    return WireAnswer.json(layout);
  }

  private WireAnswer patch(ApiCall call) {
    GcsBucket bucket = required(call, "storage.buckets.update");
    return changed(bucket, bucket.fields(), JsonText.object(call.request().body()));
  }

  /** Replaces the settings; fields that every bucket has stay if the body does not name them. */
  private WireAnswer update(ApiCall call) {
    GcsBucket bucket = required(call, "storage.buckets.update");
    ObjectNode before = bucket.fields().deepCopy();
    List.of("labels", "versioning", "lifecycle").forEach(before::remove);
    return changed(bucket, before, JsonText.object(call.request().body()));
  }

  private WireAnswer changed(GcsBucket bucket, ObjectNode before, ObjectNode body) {
    String now = FakeClock.json(state.clock().now());
    ObjectNode after = BucketFields.patched(before, body, now);
    if (body.has("softDeletePolicy")) {
      requireSoftDelete(after);
    }
    bucket.change(after, state.clock().now());
    return WireAnswer.json(json(bucket));
  }

  /**
   * cloud.google.com/storage/docs/deleting-buckets: soft-deleted objects do not prevent the
   * deletion.
   */
  private WireAnswer delete(ApiCall call) {
    GcsBucket bucket = required(call, "storage.buckets.delete");
    Optional<StoredObject> any = bucket.objects().all().findAny();
    if (any.isPresent() || !bucket.folders().isEmpty() || !bucket.managedFolders().isEmpty()) {
      throw Refusal.conflict("The bucket you tried to delete is not empty.");
    }
    state.buckets().remove(bucket.name());
    return WireAnswer.of(204);
  }
}
