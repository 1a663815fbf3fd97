package io.windlass.test.csi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Report of the sanity suite in JUnit's form. */
public record SanityReport(List<Spec> specs) {

  /** One spec: its name without the prefix that all have, and {@code passed} or what else. */
  public record Spec(String name, String status) {}

  public static SanityReport read(Path file) {
    try {
      NodeList cases =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(file.toFile())
              .getElementsByTagName("testcase");
      return new SanityReport(
          IntStream.range(0, cases.getLength())
              .mapToObj(i -> (Element) cases.item(i))
              .filter(spec -> spec.getAttribute("name").startsWith("[It]"))
              .map(spec ->
                  new Spec(
                      spec.getAttribute("name").substring("[It] ".length()),
                      spec.getAttribute("status")))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The names of all specs of a status. */
  public List<String> names(String status) {
    return specs.stream()
        .filter(spec -> spec.status().equals(status))
        .map(Spec::name)
        .sorted()
        .toList();
  }
}
