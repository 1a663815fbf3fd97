package io.windlass.fake.gcs;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** cloud.google.com/storage/docs/json_api/v1/folders, managedFolders and operations. */
final class FolderApi {

  /** A rename that is reported as done after enough polls. */
  private record Operation(String bucket, ObjectNode json, int asked) {}

  private final GcsState state;
  private final Map<String, Operation> operations = new HashMap<>();

  FolderApi(GcsState state) {
    this.state = state;
  }

  List<Route> routes() {
    String match = "ifMetagenerationMatch";
    String differ = "ifMetagenerationNotMatch";
    return List.of(
        Route.of("POST", "b/*/folders", this::insert, "recursive"),
        Route.of("GET", "b/*/folders", this::list, "prefix", "delimiter", "pageSize", "pageToken"),
        Route.of("GET", "b/*/folders/*", this::get, match, differ),
        Route.of("DELETE", "b/*/folders/*", this::delete, match, differ),
        Route.of("POST", "b/*/folders/*/renameTo/folders/*", this::rename),
        Route.of("GET", "b/*/operations/*", this::operation),
        Route.of("POST", "b/*/managedFolders", this::insertManaged),
        Route.of("GET", "b/*/managedFolders", this::listManaged, "prefix"),
        Route.of("GET", "b/*/managedFolders/*", this::getManaged),
        Route.of("DELETE", "b/*/managedFolders/*", this::deleteManaged, "allowNonEmpty"));
  }

  /** Returns the name of a folder, with a slash at its end. */
  static String named(String name) {
    if (name.isEmpty()) {
      throw Refusal.required("name");
    }
    return name.endsWith("/") ? name : name + "/";
  }

  private GcsBucket bucket(ApiCall call) {
    GcsBucket bucket = state.bucket(call.name(0));
    if (!bucket.hierarchical()) {
      throw Refusal.invalid("The bucket does not have a hierarchical namespace.");
    }
    return bucket;
  }

  private void require(ApiCall call, String permission, GcsBucket bucket, String name) {
    state.access().require(call.who(), permission, GcsResource.object(bucket, name));
  }

  private static ObjectNode json(GcsBucket bucket, Folders.Folder folder) {
    return JsonText.object()
        .put("kind", "storage#folder")
        .put("id", bucket.name() + "/" + folder.name())
        .put("bucket", bucket.name())
        .put("name", folder.name())
        .put("metageneration", Long.toString(folder.metageneration()))
        .put("createTime", FakeClock.json(folder.created()))
        .put("updateTime", FakeClock.json(folder.updated()));
  }

  private WireAnswer insert(ApiCall call) {
    GcsBucket bucket = bucket(call);
    ObjectNode body = JsonText.object(call.request().body());
    String name = named(JsonText.text(body, "name").orElse(""));
    require(call, "storage.folders.create", bucket, name);
    if (bucket.folders().find(name).isPresent()) {
      throw Refusal.conflict("The folder you tried to create already exists.");
    }
    if (!bucket.folders().hasAbove(name) && !call.request().flag("recursive")) {
      throw Refusal.notFound("The parent folder does not exist.");
    }
    bucket.folders().makeAbove(name);
    return WireAnswer.json(json(bucket, bucket.folders().make(name)));
  }

  private Folders.Folder required(ApiCall call, GcsBucket bucket, String permission) {
    String name = named(call.name(1));
    require(call, permission, bucket, name);
    Folders.Folder folder =
        bucket
            .folders()
            .find(name)
            .orElseThrow(() -> Refusal.notFound("The folder does not exist: " + name));
    Optional<Long> match = call.request().number("ifMetagenerationMatch");
    Optional<Long> differ = call.request().number("ifMetagenerationNotMatch");
    if (match.filter(n -> n != folder.metageneration()).isPresent()) {
      throw Refusal.conditionNotMet();
    }
    if (differ.filter(n -> n == folder.metageneration()).isPresent()) {
      throw Refusal.notModified();
    }
    return folder;
  }

  private WireAnswer get(ApiCall call) {
    GcsBucket bucket = bucket(call);
    return WireAnswer.json(json(bucket, required(call, bucket, "storage.folders.get")));
  }

  private WireAnswer list(ApiCall call) {
    GcsBucket bucket = bucket(call);
    String prefix = call.request().parameter("prefix").orElse("");
    String after = call.request().parameter("pageToken").orElse("");
    boolean children = call.request().parameter("delimiter").filter("/"::equals).isPresent();
    state.access().require(call.who(), "storage.folders.list", GcsResource.list(bucket, prefix));
    int most = ObjectListing.most(call.request().number("pageSize"));
    List<Folders.Folder> found =
        bucket
            .folders()
            .all()
            .filter(each -> each.name().startsWith(prefix))
            .filter(each ->
                !children || each.name().indexOf('/', prefix.length()) == each.name().length() - 1)
            .filter(each -> ObjectTable.ORDER.compare(each.name(), after) > 0)
            .limit(most + 1L)
            .toList();
    ObjectNode json = JsonText.object().put("kind", "storage#folders");
    ArrayNode items = json.putArray("items");
    found.stream().limit(most).forEach(each -> items.add(json(bucket, each)));
    if (found.size() > most) {
      json.put("nextPageToken", found.get(most - 1).name());
    }
    return WireAnswer.json(json);
  }

  private static Stream<String> below(GcsBucket bucket, String name) {
    return Stream.concat(bucket.folders().names(), bucket.objects().all().map(StoredObject::name))
        .filter(each -> each.startsWith(name) && !each.equals(name));
  }

  /** json_api/v1/folders/delete: only empty folders. */
  private WireAnswer delete(ApiCall call) {
    GcsBucket bucket = bucket(call);
    Folders.Folder folder = required(call, bucket, "storage.folders.delete");
    if (below(bucket, folder.name()).findAny().isPresent()) {
      throw Refusal.conflict("The folder you tried to delete is not empty.");
    }
    bucket.folders().remove(folder.name());
    return WireAnswer.of(204);
  }

  /** json_api/v1/folders/rename: keeps the generations of objects. */
  private WireAnswer rename(ApiCall call) {
    GcsBucket bucket = bucket(call);
    String from = named(call.name(1));
    String to = named(call.name(2));
    require(call, "storage.folders.rename", bucket, from);
    require(call, "storage.folders.create", bucket, to);
    if (bucket.folders().find(from).isEmpty() || !bucket.folders().hasAbove(to)) {
      throw Refusal.notFound("The folder, or that above the new one, does not exist.");
    }
    if (bucket.folders().find(to).isPresent()) {
      throw Refusal.conflict("The folder " + to + " already exists.");
    }
    if (to.startsWith(from)) {
      throw Refusal.invalid("A folder cannot be moved into itself.");
    }
    bucket.folders().rename(from, to);
    for (StoredObject object :
        bucket.objects().all().filter(o -> o.name().startsWith(from)).toList()) {
      bucket.objects().drop(object);
      bucket.objects().put(object.named(to + object.name().substring(from.length())));
    }
    String id = UUID.randomUUID().toString();
    ObjectNode json =
        JsonText.object()
            .put("kind", "storage#operation")
            .put("name", "projects/_/buckets/" + bucket.name() + "/operations/" + id)
            .put(
                "selfLink",
                state.base().get() + "/storage/v1/b/" + bucket.name() + "/operations/" + id)
            .put("done", false);
    json.putObject("metadata").put("sourceFolderId", from).put("destinationFolderId", to);
    operations.put(id, new Operation(bucket.name(), json, 0));
    return shown(id, bucket);
  }

  private WireAnswer operation(ApiCall call) {
    GcsBucket bucket = state.bucket(call.name(0));
    state.access().require(call.who(), "storage.bucketOperations.get", GcsResource.of(bucket));
    return shown(call.name(1), bucket);
  }

  private WireAnswer shown(String id, GcsBucket bucket) {
    Operation found =
        Optional.ofNullable(operations.get(id))
            .filter(each -> each.bucket().equals(bucket.name()))
            .orElseThrow(() -> Refusal.notFound("The operation does not exist."));
    operations.put(id, new Operation(found.bucket(), found.json(), found.asked() + 1));
    ObjectNode json = found.json().deepCopy();
    if (found.asked() >= state.settings().operationPolls()) {
      json.put("done", true);
      String to = json.path("metadata").path("destinationFolderId").asString("");
      bucket.folders().find(to).ifPresent(folder -> json.set("response", json(bucket, folder)));
    }
    return WireAnswer.json(json);
  }

  private static ObjectNode json(GcsBucket bucket, ManagedFolders.ManagedFolder folder) {
    return JsonText.object()
        .put("kind", "storage#managedFolder")
        .put("id", bucket.name() + "/" + folder.name())
        .put("bucket", bucket.name())
        .put("name", folder.name())
        .put("metageneration", "1")
        .put("createTime", FakeClock.json(folder.created()))
        .put("updateTime", FakeClock.json(folder.created()));
  }

  /** cloud.google.com/storage/docs/managed-folders: only with uniform bucket-level access. */
  private WireAnswer insertManaged(ApiCall call) {
    GcsBucket bucket = state.bucket(call.name(0));
    ObjectNode body = JsonText.object(call.request().body());
    String name = named(JsonText.text(body, "name").orElse(""));
    state
        .access()
        .require(
            call.who(), "storage.managedFolders.create", GcsResource.managedFolder(bucket, name));
    if (!bucket.uniform()) {
      throw Refusal.of(
          412,
          "conditionNotMet",
          "Managed folders need uniform bucket-level access to be enabled.");
    }
    if (bucket.managedFolders().find(name).isPresent()) {
      throw Refusal.conflict("The managed folder you tried to create already exists.");
    }
    ManagedFolders.ManagedFolder made =
        new ManagedFolders.ManagedFolder(
            name, state.clock().now(), new PolicyHistory(new IamPolicy(List.of())));
    bucket.managedFolders().put(made);
    return WireAnswer.json(json(bucket, made));
  }

  private WireAnswer listManaged(ApiCall call) {
    GcsBucket bucket = state.bucket(call.name(0));
    String prefix = call.request().parameter("prefix").orElse("");
    state
        .access()
        .require(call.who(), "storage.managedFolders.list", GcsResource.list(bucket, prefix));
    ObjectNode json = JsonText.object().put("kind", "storage#managedFolders");
    ArrayNode items = json.putArray("items");
    bucket
        .managedFolders()
        .all()
        .filter(each -> each.name().startsWith(prefix))
        .forEach(each -> items.add(json(bucket, each)));
    return WireAnswer.json(json);
  }

  private ManagedFolders.ManagedFolder managed(ApiCall call, GcsBucket bucket, String what) {
    String name = named(call.name(1));
    state
        .access()
        .require(
            call.who(), "storage.managedFolders." + what, GcsResource.managedFolder(bucket, name));
    return bucket
        .managedFolders()
        .find(name)
        .orElseThrow(() -> Refusal.notFound("The specified managed folder does not exist."));
  }

  private WireAnswer getManaged(ApiCall call) {
    GcsBucket bucket = state.bucket(call.name(0));
    return WireAnswer.json(json(bucket, managed(call, bucket, "get")));
  }

  private WireAnswer deleteManaged(ApiCall call) {
    GcsBucket bucket = state.bucket(call.name(0));
    String name = managed(call, bucket, "delete").name();
    boolean filled = bucket.objects().live().anyMatch(each -> each.name().startsWith(name));
    if (filled && !call.request().flag("allowNonEmpty")) {
      throw Refusal.conflict("The managed folder you tried to delete is not empty.");
    }
    bucket.managedFolders().remove(name);
    return WireAnswer.of(204);
  }
}
