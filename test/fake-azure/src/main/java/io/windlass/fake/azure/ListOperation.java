package io.windlass.fake.azure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** "list-blobs". */
final class ListOperation {
  private static final int MOST = 5000;
  private static final Set<String> INCLUDE =
      Set.of("metadata", "versions", "deleted", "snapshots", "uncommittedblobs");

  private final FakeAccount account;
  private final Request request;
  private final Container container;
  private final Set<String> include;
  private final String delimiter;
  private final String prefix;
  private final int most;

  /** Start of a page: skips the first entries of the name. */
  private record Marker(String name, int skipped) {
    private static Marker of(String text) {
      try {
        String[] parts =
            new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split("\0", 2);
        return new Marker(parts[1], Request.number(parts[0]));
      } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
        throw Fault.of(400, "InvalidQueryParameterValue", "list-blobs");
      }
    }

    private String text() {
      return Base64.getUrlEncoder()
          .encodeToString((skipped + "\0" + name).getBytes(StandardCharsets.UTF_8));
    }
  }

  ListOperation(FakeAccount account, Request request) {
    this.account = account;
    this.request = request;
    this.container = account.container(request.container());
    this.include =
        Arrays.stream(request.asked("include").split(","))
            .filter(what -> !what.isEmpty())
            .collect(Collectors.toSet());
    include.stream()
        .filter(what -> !INCLUDE.contains(what))
        .findAny()
        .ifPresent(what -> {
          throw Fault.unknown("include=" + what);
        });
    if (include.contains("versions")
        && request.header("x-ms-version").orElse("").compareTo("2019-12-12") < 0) {
      throw Fault.of(400, "InvalidQueryParameterValue", "list-blobs");
    }
    if (!request.asked("startfrom").isEmpty()
        && request.header("x-ms-version").orElse("").compareTo("2026-02-06") < 0) {
      // Azure/azure-rest-api-specs 36698 adds it to that version; no page says what earlier ones
      // do.
      throw Fault.unknown("startFrom before 2026-02-06");
    }
    if (include.contains("versions") && account.settings().hierarchical()) {
      // "Blob versioning": "not supported for accounts with a hierarchical namespace".
      throw Fault.of(409, "FeatureNotYetSupportedForHierarchicalNamespaceAccounts", "versioning");
    }
    this.delimiter = request.asked("delimiter");
    this.prefix = request.asked("prefix");
    int asked = request.parameter("maxresults").map(Request::number).orElse(MOST);
    if (asked < 1) {
      throw Fault.of(400, "OutOfRangeQueryParameterValue", "list-blobs");
    }
    this.most = Math.min(asked, MOST);
  }

  /** Returns one page of at most this many entries, prefixes included. */
  Answer page() {
    if (account.settings().hierarchical() && prefix.contains("/")) {
      requireNoFile(prefix.substring(0, prefix.lastIndexOf('/')));
    }
    Marker from =
        request
            .parameter("marker")
            .filter(text -> !text.isEmpty())
            .map(Marker::of)
            .orElseGet(() -> new Marker(request.asked("startfrom"), 0));
    List<String> found = new ArrayList<>();
    String lastPrefix = "";
    Optional<Marker> next = Optional.empty();
    for (Map.Entry<String, Entry> each : container.entries().tailMap(from.name()).entrySet()) {
      String name = each.getKey();
      List<String> described = name.startsWith(prefix) ? blobs(name, each.getValue()) : List.of();
      String group = described.isEmpty() ? "" : group(name, each.getValue());
      if (!group.isEmpty()) {
        if (group.equals(lastPrefix)) {
          continue;
        }
        lastPrefix = group;
        described = List.of("<BlobPrefix>" + Xml.element("Name", group) + "</BlobPrefix>");
      }
      int skipped = name.equals(from.name()) ? from.skipped() : 0;
      for (int at = skipped; at < described.size() && next.isEmpty(); at++) {
        if (found.size() == most) {
          next = Optional.of(new Marker(name, at));
        } else {
          found.add(described.get(at));
        }
      }
      if (next.isPresent()) {
        break;
      }
    }
    return Answer.xml(
        "<EnumerationResults ContainerName=\"%s\"><Blobs>%s</Blobs>%s</EnumerationResults>"
            .formatted(
                request.container(),
                String.join("", found),
                Xml.element("NextMarker", next.map(Marker::text).orElse(""))));
  }

  /** Where "the name of a file appears in the middle of the prefix", "an error will occur". */
  private void requireNoFile(String path) {
    for (String above = path; !above.isEmpty(); above = Directories.parent(above)) {
      if (container.current(above).map(blob -> !blob.directory()).orElse(false)) {
        throw Fault.unknown("a file in the middle of a prefix");
      }
    }
  }

  /** Returns the common prefix for a name; for a directory, the directory. */
  private String group(String name, Entry entry) {
    if (delimiter.isEmpty()) {
      return "";
    }
    boolean directory = entry.current().map(Blob::directory).orElse(false);
    String full = directory ? name + "/" : name;
    int end = full.indexOf(delimiter, prefix.length());
    return end < 0 ? "" : full.substring(0, end + delimiter.length());
  }

  /** Returns the entries of one name: oldest first, the current one last. */
  private List<String> blobs(String name, Entry entry) {
    List<String> blobs = new ArrayList<>();
    for (Blob kept : entry.kept()) {
      boolean snapshot = !kept.snapshot().isEmpty();
      boolean listed =
          kept.deleted().isPresent()
              ? include.contains("deleted")
                  && (kept.version().isEmpty() || include.contains("versions"))
              : include.contains(snapshot ? "snapshots" : "versions");
      if (listed) {
        blobs.add(described(name, kept, false));
      }
    }
    entry.current().ifPresent(blob -> blobs.add(described(name, blob, true)));
    if (entry.current().isEmpty()
        && include.contains("uncommittedblobs")
        && !entry.uncommitted(account.now()).isEmpty()) {
      blobs.add(
          "<Blob>%s<Properties>%s<BlobType>BlockBlob</BlobType></Properties></Blob>"
              .formatted(Xml.element("Name", name), Xml.element("Content-Length", 0)));
    }
    return blobs;
  }

  private String described(String name, Blob blob, boolean current) {
    StringBuilder xml = new StringBuilder("<Blob>").append(Xml.element("Name", name));
    if (!blob.snapshot().isEmpty()) {
      xml.append(Xml.element("Snapshot", blob.snapshot()));
    } else if (!blob.version().isEmpty() && include.contains("versions")) {
      xml.append(Xml.element("VersionId", blob.version()));
      xml.append(current ? Xml.element("IsCurrentVersion", true) : "");
    }
    blob.deleted().ifPresent(_ -> xml.append(Xml.element("Deleted", true)));
    xml.append("<Properties>")
        .append(Xml.element("Creation-Time", Times.http(blob.created())))
        .append(Xml.element("Last-Modified", Times.http(blob.modified())))
        .append(Xml.element("Etag", blob.etag()))
        .append(Xml.element("Content-Length", blob.content().length));
    Properties.ofContent(blob)
        .forEach((property, value) -> xml.append(Xml.element(property, value)));
    if (!blob.tags().isEmpty()) {
      xml.append(Xml.element("TagCount", blob.tags().size()));
    }
    blob.deleted()
        .ifPresent(at -> {
          Duration left = account.settings().retention().minus(Duration.between(at, account.now()));
          xml.append(Xml.element("DeletedTime", Times.http(at)))
              .append(Xml.element("RemainingRetentionDays", left.toDays()));
        });
    if (account.settings().hierarchical()) {
      xml.append(Xml.element("ResourceType", blob.directory() ? "directory" : "file"));
    }
    xml.append("<BlobType>BlockBlob</BlobType></Properties>");
    if (include.contains("metadata")) {
      xml.append("<Metadata>");
      blob.metadata().forEach((key, value) -> xml.append(Xml.element(key, value)));
      xml.append(blob.directory() ? Xml.element("hdi_isfolder", true) : "").append("</Metadata>");
    }
    return xml.append("</Blob>").toString();
  }
}
