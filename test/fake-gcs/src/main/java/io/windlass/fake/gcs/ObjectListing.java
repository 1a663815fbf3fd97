package io.windlass.fake.gcs;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Objects by name: cloud.google.com/storage/docs/json_api/v1/objects/list. A client "should check
 * for the nextPageToken" and not for the number of items, which "may be fewer" than it asked for.
 * So the page after a full one is empty, and the one after that is half full.
 */
record ObjectListing(
    String prefix,
    String delimiter,
    String from,
    String to,
    boolean trailing,
    Optional<Entry> after,
    int most) {
  private static final int MOST = 1000;

  /**
   * An object, or a prefix that stands for all objects with it.
   *
   * @param generation the largest number for a prefix, which follows an object of that name
   * @param pages in a token: how many pages there were before
   */
  record Entry(String name, long generation, Optional<StoredObject> object, int pages) {
    private static final Comparator<Entry> ORDER =
        Comparator.comparing(Entry::name, ObjectTable.ORDER).thenComparingLong(Entry::generation);

    static Entry of(StoredObject object) {
      return new Entry(object.name(), object.generation(), Optional.of(object), 0);
    }

    static Entry prefix(String name) {
      return new Entry(name, Long.MAX_VALUE, Optional.empty(), 0);
    }

    private String token(int pages) {
      ObjectNode token = JsonText.object().put("n", name).put("g", generation).put("p", pages);
      return Base64.getUrlEncoder().encodeToString(JsonText.bytes(token));
    }

    private static Entry ofToken(String token) {
      try {
        ObjectNode read = JsonText.object(Base64.getUrlDecoder().decode(token));
        return new Entry(
            JsonText.text(read, "n").orElseThrow(),
            read.path("g").asLong(),
            Optional.empty(),
            read.path("p").asInt());
      } catch (IllegalArgumentException | JacksonException | NoSuchElementException e) {
        throw Refusal.invalid("Invalid page token.");
      }
    }
  }

  /** One page. */
  record Page(List<Entry> entries, Optional<String> next) {}

  static ObjectListing of(WireRequest request) {
    return new ObjectListing(
        request.parameter("prefix").orElse(""),
        request.parameter("delimiter").orElse(""),
        request.parameter("startOffset").orElse(""),
        request.parameter("endOffset").orElse(""),
        request.flag("includeTrailingDelimiter"),
        request.parameter("pageToken").filter(t -> !t.isEmpty()).map(Entry::ofToken),
        most(request.number("maxResults")));
  }

  /** Returns the query of the XML API. */
  static ObjectListing of(
      String prefix, String delimiter, String from, Optional<String> token, Optional<Long> most) {
    return new ObjectListing(
        prefix, delimiter, from, "", false, token.map(Entry::ofToken), most(most));
  }

  static int most(Optional<Long> asked) {
    long most = asked.orElse((long) MOST);
    if (most < 0) {
      throw Refusal.invalid("Invalid value for maxResults");
    }
    return most == 0 ? MOST : (int) Math.min(most, MOST);
  }

  /**
   * Returns the requested page.
   *
   * @param folders names of folders that count as prefixes
   */
  Page page(Stream<StoredObject> objects, Stream<String> folders) {
    TreeSet<Entry> all = new TreeSet<>(Entry.ORDER);
    objects.filter(each -> wanted(each.name())).forEach(each -> add(all, each));
    folders
        .filter(name -> !delimiter.isEmpty() && wanted(name) && name.length() > prefix.length())
        .forEach(name ->
            all.add(Entry.prefix(name.substring(0, name.indexOf('/', prefix.length()) + 1))));
    int pages = after.map(Entry::pages).orElse(0) + 1;
    if (pages % 3 == 2) {
      return new Page(List.of(), after.map(last -> last.token(pages)));
    }
    int full = pages % 3 == 0 ? (most + 1) / 2 : most;
    List<Entry> page = new ArrayList<>();
    for (Entry entry : after.map(last -> all.tailSet(last, false)).orElse(all)) {
      if (page.size() == full) {
        return new Page(page, Optional.of(page.getLast().token(pages)));
      }
      page.add(entry);
    }
    return new Page(page, Optional.empty());
  }

  private boolean wanted(String name) {
    return name.startsWith(prefix)
        && ObjectTable.ORDER.compare(name, from) >= 0
        && (to.isEmpty() || ObjectTable.ORDER.compare(name, to) < 0);
  }

  private void add(TreeSet<Entry> all, StoredObject object) {
    int at = delimiter.isEmpty() ? -1 : object.name().indexOf(delimiter, prefix.length());
    if (at < 0) {
      all.add(Entry.of(object));
      return;
    }
    String common = object.name().substring(0, at + delimiter.length());
    all.add(Entry.prefix(common));
    if (trailing && common.equals(object.name())) {
      all.add(Entry.of(object));
    }
  }
}
