package io.windlass.fake.azure;

import io.windlass.fake.azure.Container.Change;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Operations on whole blobs. */
final class BlobOperations {
  private static final String NAMES = "naming-and-referencing-containers--blobs--and-metadata";
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d{1,18})-(\\d{0,18})");
  private static final int LONGEST_NAME = 1024;
  private static final int MOST_SEGMENTS = 254;

  /**
   * Checks names, directories, conditions and permissions of a request that writes, and returns
   * where it writes.
   */
  static Container writable(FakeAccount account, Request request, Caller caller) {
    Container container = account.container(request.container());
    if (request.blob().length() > LONGEST_NAME
        || request.blob().split("/", -1).length > MOST_SEGMENTS) {
      throw Fault.of(400, "InvalidResourceName", NAMES);
    }
    Directories.requireRoomForFile(account, container, request.blob());
    Optional<Blob> there = container.current(request.blob());
    caller.requireOverwrite(there.isPresent());
    new Conditions(request, "").requireForWriting(there, "BlobAlreadyExists");
    return container;
  }

  /** Writes content, and creates the directories above it. */
  static Answer written(FakeAccount account, Request request, Container container, Blob blob) {
    account.requireRoom(blob.content().length);
    Directories.makeParents(account, container, request.blob());
    Blob now = container.write(request.blob(), blob, Change.CONTENT);
    return Answer.of(201).with(changed(now)).with("x-ms-request-server-encrypted", "true");
  }

  private static Map<String, String> changed(Blob blob) {
    Map<String, String> headers = new HashMap<>();
    headers.put("ETag", "\"" + blob.etag() + "\"");
    headers.put("Last-Modified", Times.http(blob.modified()));
    if (!blob.version().isEmpty()) {
      headers.put("x-ms-version-id", blob.version());
    }
    return headers;
  }

  /** "put-blob": discards uncommitted blocks of the name. */
  Answer put(FakeAccount account, Request request, Caller caller) {
    String type = request.header("x-ms-blob-type").orElse("");
    if (!type.equals("BlockBlob")) {
      throw Fault.unknown("blobs of type '" + type + "'");
    }
    String md5 = Properties.checkedMd5(request);
    Container container = writable(account, request, caller);
    Map<String, String> properties = Properties.of(request);
    properties.putIfAbsent("Content-MD5", md5);
    if (request.header("x-ms-blob-content-type").isEmpty()) {
      request.header("content-type").ifPresent(mime -> properties.put("Content-Type", mime));
    }
    properties.putAll(Properties.besideContent(account, container, request));
    Blob blob =
        Blob.of(request.body(), properties, Metadata.of(request))
            .withTags(Tags.of(account, request));
    Answer answer = written(account, request, container, blob).with("Content-MD5", md5);
    container.entry(request.blob()).uncommitted(account.now()).clear();
    return answer;
  }

  private static Blob readable(Container container, Request request) {
    Blob blob =
        container.read(
            request.blob(), request.parameter("versionid"), request.parameter("snapshot"));
    new Conditions(request, "").requireForReading(blob);
    return blob;
  }

  /** Returns properties and metadata, with the length of the content. */
  Answer head(FakeAccount account, Request request) {
    Container container = account.container(request.container());
    Blob blob = readable(container, request);
    boolean current = container.current(request.blob()).filter(blob::equals).isPresent();
    Answer answer = Answer.of(200).with(blob.headers(current)).with(blob.content());
    return account.settings().hierarchical()
        ? answer.with("x-ms-resource-type", blob.directory() ? "directory" : "file")
        : answer;
  }

  /**
   * "specifying-the-range-header-for-blob-service-operations"; "get-blob": nobody reads an archived
   * blob.
   */
  Answer get(FakeAccount account, Request request) {
    Answer whole = head(account, request);
    if (whole.headers().getOrDefault("x-ms-access-tier", "").equals("Archive")) {
      throw Fault.of(409, "BlobArchived", "get-blob");
    }
    Optional<String> range = request.header("x-ms-range").or(() -> request.header("range"));
    return range.map(text -> ranged(whole, text)).orElse(whole);
  }

  private static Answer ranged(Answer whole, String text) {
    Matcher range = RANGE.matcher(text);
    if (!range.matches()) {
      throw Fault.unknown("the range '" + text + "'");
    }
    int size = whole.body().length;
    long from = Long.parseLong(range.group(1));
    if (from >= size) {
      throw new Fault(
          416,
          "InvalidRange",
          FakeAzure.says("specifying-the-range-header-for-blob-service-operations"),
          Map.of("Content-Range", "bytes */" + size));
    }
    long to = range.group(2).isEmpty() ? size - 1 : Long.parseLong(range.group(2));
    int end = (int) Math.min(to, size - 1L) + 1;
    Map<String, String> headers = new HashMap<>(whole.headers());
    Optional.ofNullable(headers.remove("Content-MD5"))
        .ifPresent(md5 -> headers.put("x-ms-blob-content-md5", md5));
    headers.put("Content-Range", "bytes %d-%d/%d".formatted(from, end - 1, size));
    return new Answer(206, headers, Arrays.copyOfRange(whole.body(), (int) from, end));
  }

  Answer metadata(FakeAccount account, Request request) {
    return head(account, request).with(new byte[0]);
  }

  Answer setMetadata(FakeAccount account, Request request) {
    return change(
        account,
        request,
        Change.METADATA,
        blob -> {
          Properties.requireMutable(account, blob);
          return blob.withMetadata(Metadata.of(request));
        });
  }

  Answer setProperties(FakeAccount account, Request request) {
    return change(
        account,
        request,
        Change.PROPERTIES,
        blob -> {
          Map<String, String> properties = Properties.of(request);
          properties.putAll(Properties.besideContent(blob));
          return blob.withProperties(properties);
        });
  }

  /** "get-blob-tags". */
  Answer tags(FakeAccount account, Request request) {
    Tags.requireOffered(account, true);
    return Tags.answer(
        account
            .container(request.container())
            .read(request.blob(), request.parameter("versionid"), request.parameter("snapshot"))
            .tags());
  }

  /** "set-blob-tags": keeps ETag and time of the blob. */
  Answer setTags(FakeAccount account, Request request) {
    Tags.requireOffered(account, true);
    Container container = account.container(request.container());
    Blob blob = container.read(request.blob(), Optional.empty(), Optional.empty());
    container
        .entry(request.blob())
        .setCurrent(Optional.of(blob.withTags(Tags.read(account, request))));
    return Answer.of(204);
  }

  private static Answer change(
      FakeAccount account, Request request, Change change, UnaryOperator<Blob> made) {
    Container container = account.container(request.container());
    Blob blob = container.read(request.blob(), Optional.empty(), Optional.empty());
    new Conditions(request, "").require(blob.etag(), blob.modified());
    return Answer.of(200).with(changed(container.write(request.blob(), made.apply(blob), change)));
  }

  Answer snapshot(FakeAccount account, Request request) {
    Container container = account.container(request.container());
    Blob blob = container.read(request.blob(), Optional.empty(), Optional.empty());
    new Conditions(request, "").require(blob.etag(), blob.modified());
    Blob made = blob.asSnapshot(account.nextTick());
    container.entry(request.blob()).kept().add(made);
    return Answer.of(201).with(changed(made)).with("x-ms-snapshot", made.snapshot());
  }

  /** "delete-blob". */
  Answer delete(FakeAccount account, Request request) {
    Container container = account.container(request.container());
    String name = request.blob();
    if (request.parameter("snapshot").isPresent()) {
      container.drop(name, container.read(name, Optional.empty(), request.parameter("snapshot")));
      return Answer.of(202);
    }
    Blob blob = container.read(name, Optional.empty(), Optional.empty());
    new Conditions(request, "").require(blob.etag(), blob.modified());
    if (blob.directory() && Directories.below(container, name).findAny().isPresent()) {
      throw Fault.of(409, "DirectoryIsNotEmpty", "blob-service-error-codes");
    }
    List<Blob> snapshots =
        container.entry(name).kept().stream()
            .filter(kept -> !kept.snapshot().isEmpty() && kept.deleted().isEmpty())
            .toList();
    String what = request.header("x-ms-delete-snapshots").orElse("");
    if (!snapshots.isEmpty() && what.isEmpty()) {
      throw Fault.of(409, "SnapshotsPresent", "delete-blob");
    }
    snapshots.forEach(snapshot -> container.drop(name, snapshot));
    if (!what.equals("only")) {
      container.delete(name);
    }
    return Answer.of(202);
  }

  /** "azure/storage/blobs/versioning-overview": the current version cannot be deleted by its id. */
  Answer deleteVersion(FakeAccount account, Request request) {
    Container container = account.container(request.container());
    Blob blob = container.read(request.blob(), request.parameter("versionid"), Optional.empty());
    if (container.current(request.blob()).filter(blob::equals).isPresent()) {
      throw Fault.of(403, "OperationNotAllowedOnRootBlob", "blob-service-error-codes");
    }
    Properties.requireMutable(account, blob);
    container.drop(request.blob(), blob);
    return Answer.of(202);
  }

  /** "undelete-blob": restores all that was soft-deleted; no error if there is nothing. */
  Answer undelete(FakeAccount account, Request request) {
    Entry entry =
        account
            .container(request.container())
            .find(request.blob())
            .filter(found -> !found.isEmpty())
            .orElseThrow(() -> Fault.of(404, "BlobNotFound", "undelete-blob"));
    List<Blob> restored =
        entry.kept().stream().map(blob -> blob.deletedAt(Optional.empty())).toList();
    Optional<Blob> base =
        restored.stream()
            .filter(blob -> blob.snapshot().isEmpty() && !account.settings().versioning())
            .findFirst();
    entry.kept().clear();
    entry.kept().addAll(restored);
    base.ifPresent(blob -> {
      entry.kept().remove(blob);
      entry.setCurrent(Optional.of(blob));
    });
    return Answer.of(200);
  }
}
