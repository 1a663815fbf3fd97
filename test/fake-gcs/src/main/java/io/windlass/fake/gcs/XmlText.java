package io.windlass.fake.gcs;

/** The little XML that answers have. */
final class XmlText {
  private XmlText() {}

  static String element(String name, Object content) {
    return "<" + name + ">" + escaped(String.valueOf(content)) + "</" + name + ">";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  static String unescaped(String text) {
    return text.replace("&quot;", "\"")
        .replace("&#34;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
  }
}
