package io.windlass.fake.azure;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** The little XML that requests and answers have. */
final class Xml {
  private Xml() {}

  /** The root of a body, refused unless it is called so. */
  static Element root(byte[] body, String name, String page) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      Element root =
          factory.newDocumentBuilder().parse(new ByteArrayInputStream(body)).getDocumentElement();
      if (root.getTagName().equals(name)) {
        return root;
      }
    } catch (ParserConfigurationException | SAXException | IOException e) {
      // refused below
    }
    throw Fault.of(400, "InvalidXmlDocument", page);
  }

  /** Returns the direct children of an element. */
  static List<Element> children(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }

  /** The text of a child; nothing where there is no such child, or nothing in it. */
  static Optional<String> text(Element parent, String name) {
    return children(parent).stream()
        .filter(child -> child.getTagName().equals(name))
        .map(Element::getTextContent)
        .filter(text -> !text.isEmpty())
        .findFirst();
  }

  static String element(String name, Object content) {
    return "<%s>%s</%s>".formatted(name, escaped(String.valueOf(content)), name);
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("\r", "&#xD;");
  }
}
