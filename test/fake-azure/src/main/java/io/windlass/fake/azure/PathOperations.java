package io.windlass.fake.azure;

import io.windlass.fake.azure.Container.Change;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Operations of the DFS endpoint, for accounts with directories. */
final class PathOperations {
  private static final String CREATE = "datalakestoragegen2/path/create";
  private static final String DELETE = "datalakestoragegen2/path/delete";
  private static final int MOST_LISTED = 5000;

  private volatile int mostDeleted = MOST_LISTED;

  /** How many paths one request deletes; the service does not say. */
  void setMostDeleted(int most) {
    mostDeleted = most;
  }

  Answer create(FakeAccount account, Request request, Caller caller) {
    Container container = account.container(request.container());
    String path = request.blob();
    Optional<Blob> there = container.current(path);
    caller.requireOverwrite(there.isPresent());
    new Conditions(request, "").requireForWriting(there, "PathAlreadyExists");
    boolean directory = request.asked("resource").equals("directory");
    if (there.map(blob -> blob.directory() != directory).orElse(false)) {
      throw Fault.of(409, "InvalidDestinationPath", CREATE);
    }
    Directories.requireDirectories(container, path);
    Directories.makeParents(account, container, path);
    Blob made =
        directory && there.isPresent()
            ? there.get()
            : container.write(
                path,
                directory
                    ? Blob.directory(properties(request))
                    : Blob.of(
                        new byte[0], Map.of("Content-Type", "application/octet-stream"), Map.of()),
                Change.CONTENT);
    return Answer.of(201)
        .with("ETag", "\"" + made.etag() + "\"")
        .with("Last-Modified", Times.http(made.modified()));
  }

  /** "x-ms-properties": names and values in Base64, with commas between them. */
  private static Map<String, String> properties(Request request) {
    return Arrays.stream(request.header("x-ms-properties").orElse("").split(","))
        .filter(each -> !each.isBlank())
        .map(each -> each.strip().split("=", 2))
        .collect(
            Collectors.toMap(
                each -> each[0],
                each ->
                    new String(Base64.getDecoder().decode(each[1]), StandardCharsets.ISO_8859_1)));
  }

  /**
   * Files and directories with all that is in them, at once. ETags stay: Hadoop's "abfs" counts on
   * it where it looks whether a rename was done ("etags.preserved.in.rename").
   *
   * @param source what the request names, as a request for it
   */
  Answer rename(FakeAccount account, Request request, Request source) {
    Container from = account.container(source.container());
    Container to = account.container(request.container());
    String path = request.blob();
    if (!request.parameter("mode").orElse("posix").equals("posix")) {
      throw Fault.unknown("mode=" + request.asked("mode"));
    }
    Blob moved =
        from.current(source.blob()).orElseThrow(() -> Fault.of(404, "SourcePathNotFound", CREATE));
    new Conditions(request, "x-ms-source-").requireForSource(moved);
    if (from == to && (path + "/").startsWith(source.blob() + "/")) {
      throw Fault.of(409, "InvalidRenameSourcePath", CREATE);
    }
    String parent = Directories.parent(path);
    if (!parent.isEmpty() && to.current(parent).isEmpty()) {
      throw Fault.of(404, "RenameDestinationParentPathNotFound", CREATE);
    }
    Directories.requireDirectories(to, path);
    Optional<Blob> there = to.current(path);
    new Conditions(request, "").requireForWriting(there, "PathAlreadyExists");
    if (there.map(blob -> blob.directory() != moved.directory()).orElse(false)) {
      throw Fault.of(409, "InvalidSourceOrDestinationResourceType", CREATE);
    }
    if (Directories.below(to, path).findAny().isPresent()) {
      throw Fault.unknown("a rename onto a directory that is not empty");
    }
    List<String> below = Directories.below(from, source.blob()).toList();
    move(from, source.blob(), to, path);
    below.forEach(name -> move(from, name, to, path + name.substring(source.blob().length())));
    return Answer.of(201);
  }

  private static void move(Container from, String name, Container to, String target) {
    Optional<Blob> blob = from.current(name);
    to.entry(target).setCurrent(blob);
    from.delete(name);
  }

  Answer delete(FakeAccount account, Request request) {
    Container container = account.container(request.container());
    String path = request.blob();
    Blob there = container.current(path).orElseThrow(() -> Fault.of(404, "PathNotFound", DELETE));
    new Conditions(request, "").require(there.etag(), there.modified());
    List<String> below = Directories.below(container, path).toList();
    if (!below.isEmpty() && !request.asked("recursive").equals("true")) {
      throw Fault.of(409, "DirectoryNotEmpty", DELETE);
    }
    // The last of the order are the deepest.
    below.reversed().stream().limit(mostDeleted).forEach(container::delete);
    if (below.size() > mostDeleted) {
      return Answer.of(200).with("x-ms-continuation", "more");
    }
    container.delete(path);
    return Answer.of(200);
  }

  Answer list(FakeAccount account, Request request) {
    Container container = account.container(request.container());
    String directory = request.asked("directory");
    if (!directory.isEmpty() && container.current(directory).isEmpty()) {
      throw Fault.of(404, "PathNotFound", "datalakestoragegen2/path/list");
    }
    boolean recursive = request.asked("recursive").equals("true");
    int most =
        Math.min(
            MOST_LISTED, request.parameter("maxresults").map(Request::number).orElse(MOST_LISTED));
    String after = request.asked("continuation");
    List<String> names =
        Directories.below(container, directory)
            .filter(name -> recursive || Directories.parent(name).equals(directory))
            .dropWhile(name -> !after.isEmpty() && !name.equals(after))
            .limit(most + 1L)
            .toList();
    String paths =
        names.stream()
            .limit(most)
            .map(name -> described(name, container.read(name, Optional.empty(), Optional.empty())))
            .collect(Collectors.joining(","));
    Answer answer = Answer.json(200, "{\"paths\":[" + paths + "]}");
    return names.size() > most ? answer.with("x-ms-continuation", names.getLast()) : answer;
  }

  private static String described(String name, Blob blob) {
    return """
    {"name":"%s","contentLength":"%d","etag":"%s","lastModified":"%s"%s}\
    """
        .formatted(
            name.replace("\\", "\\\\").replace("\"", "\\\""),
            blob.content().length,
            blob.etag(),
            Times.http(blob.modified()),
            blob.directory() ? ",\"isDirectory\":\"true\"" : "");
  }
}
