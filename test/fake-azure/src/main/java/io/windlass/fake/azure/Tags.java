package io.windlass.fake.azure;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.w3c.dom.Element;

/** "set-blob-tags": index tags of blobs, of accounts without directories alone. */
final class Tags {
  static final String HEADER = "x-ms-tags";
  private static final String PAGE = "set-blob-tags";
  private static final int MOST = 10;
  private static final int LONGEST_KEY = 128;
  private static final int LONGEST_VALUE = 256;

  private Tags() {}

  /** "put-blob", x-ms-tags: as in a query; none where there is no such header. */
  static Map<String, String> of(FakeAccount account, Request request) {
    Map<String, String> tags = new TreeMap<>();
    for (String pair : request.header(HEADER).orElse("").split("&", -1)) {
      String[] halves = pair.split("=", 2);
      if (halves.length == 2) {
        tags.put(decoded(halves[0]), decoded(halves[1]));
      }
    }
    return checked(account, tags);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** The body of a request. */
  static Map<String, String> read(FakeAccount account, Request request) {
    Map<String, String> tags = new TreeMap<>();
    Element root = Xml.root(request.body(), "Tags", PAGE);
    for (Element set : Xml.children(root)) {
      for (Element tag : Xml.children(set)) {
        tags.put(Xml.text(tag, "Key").orElse(""), Xml.text(tag, "Value").orElse(""));
      }
    }
    return checked(account, tags);
  }

  private static Map<String, String> checked(FakeAccount account, Map<String, String> tags) {
    requireOffered(account, !tags.isEmpty());
    boolean right =
        tags.size() <= MOST
            && tags.entrySet().stream()
                .allMatch(tag ->
                    !tag.getKey().isEmpty()
                        && tag.getKey().length() <= LONGEST_KEY
                        && tag.getValue().length() <= LONGEST_VALUE
                        && (tag.getKey() + tag.getValue()).matches("[A-Za-z0-9 +./:=_-]*"));
    if (!right) {
      throw Fault.of(400, "InvalidTag", PAGE);
    }
    return tags;
  }

  /** "azure/storage/blobs/storage-feature-support-in-storage-accounts". */
  static void requireOffered(FakeAccount account, boolean asked) {
    if (asked && account.settings().hierarchical()) {
      throw Fault.of(409, "FeatureNotYetSupportedForHierarchicalNamespaceAccounts", PAGE);
    }
  }

  /** "get-blob-tags". */
  static Answer answer(Map<String, String> tags) {
    StringBuilder xml = new StringBuilder("<Tags><TagSet>");
    tags.forEach((name, value) ->
        xml.append("<Tag>")
            .append(Xml.element("Key", name))
            .append(Xml.element("Value", value))
            .append("</Tag>"));
    return Answer.xml(xml.append("</TagSet></Tags>").toString());
  }
}
