package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Outcome;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.RecordedCall;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Report as JUnit XML: a test suite for each revision, a test case for each check. A run that was
 * stopped has an error in addition, so that nobody takes the checks that passed for all.
 */
public final class JunitReport implements Report {
  private record Case(Check check, Outcome outcome, Duration time) {}

  private final Map<ApiRevision, List<Case>> suites = new LinkedHashMap<>();
  private final Map<ApiRevision, String> drivers = new LinkedHashMap<>();
  private boolean stopped;

  @Override
  public void started(SanityOptions options, List<String> notes) {}

  @Override
  public void revision(ApiRevision revision, String driver) {
    suites.put(revision, new ArrayList<>());
    drivers.put(revision, driver);
  }

  @Override
  public void checking(ApiRevision revision, Check check) {}

  @Override
  public void checked(ApiRevision revision, Check check, Outcome outcome, Duration time) {
    suites.computeIfAbsent(revision, r -> new ArrayList<>()).add(new Case(check, outcome, time));
  }

  @Override
  public void finished(Summary summary) {
    stopped = summary.stopped();
  }

  /** Writes the results that were reported so far. */
  public void write(Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      XMLStreamWriter xml =
          XMLOutputFactory.newFactory().createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
      xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
      xml.writeStartElement("testsuites");
      for (Map.Entry<ApiRevision, List<Case>> suite : suites.entrySet()) {
        suite(xml, suite.getKey(), suite.getValue());
      }
      if (stopped) {
        stopped(xml);
      }
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException("cannot write " + file, e);
    }
  }

  private static void stopped(XMLStreamWriter xml) throws XMLStreamException {
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", "cosi-sanity");
    xml.writeAttribute("tests", "1");
    xml.writeAttribute("failures", "0");
    xml.writeAttribute("errors", "1");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", "cosi");
    xml.writeAttribute("name", "run");
    xml.writeEmptyElement("error");
    xml.writeAttribute("message", "the run was stopped before its end");
    xml.writeEndElement();
    xml.writeEndElement();
  }

  private void suite(XMLStreamWriter xml, ApiRevision revision, List<Case> cases)
      throws XMLStreamException {
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", "cosi-sanity " + revision.label());
    xml.writeAttribute("tests", Integer.toString(cases.size()));
    xml.writeAttribute("failures", count(cases, Outcome.Fail.class));
    xml.writeAttribute("errors", "0");
    xml.writeAttribute("skipped", count(cases, Outcome.Skip.class));
    xml.writeAttribute(
        "time", seconds(cases.stream().map(Case::time).reduce(Duration.ZERO, Duration::plus)));
    xml.writeStartElement("properties");
    xml.writeEmptyElement("property");
    xml.writeAttribute("name", "driver");
    xml.writeAttribute("value", legal(drivers.getOrDefault(revision, "unknown")));
    xml.writeEndElement();
    for (Case result : cases) {
      testCase(xml, revision, result);
    }
    xml.writeEndElement();
  }

  private static String count(List<Case> cases, Class<? extends Outcome> kind) {
    return Long.toString(cases.stream().filter(c -> kind.isInstance(c.outcome())).count());
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.3f", time.toMillis() / 1000.0);
  }

  private static void testCase(XMLStreamWriter xml, ApiRevision revision, Case result)
      throws XMLStreamException {
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", "cosi." + revision.name().toLowerCase(Locale.ROOT));
    xml.writeAttribute("name", result.check().number() + " " + result.check().id());
    xml.writeAttribute("time", seconds(result.time()));
    switch (result.outcome()) {
      case Outcome.Pass(String note) -> text(xml, "system-out", note);
      case Outcome.Warn(String reason) -> text(xml, "system-out", "warning: " + reason);
      case Outcome.Skip(String reason) -> {
        xml.writeEmptyElement("skipped");
        xml.writeAttribute("message", legal(reason));
      }
      case Outcome.Fail(String reason, List<RecordedCall> exchanges) -> {
        xml.writeStartElement("failure");
        xml.writeAttribute("type", result.check().number());
        xml.writeAttribute("message", legal(reason));
        StringBuilder body = new StringBuilder(result.check().rule().toString());
        for (RecordedCall exchange : exchanges) {
          body.append("\nsent ").append(exchange.method()).append(" {").append(exchange.sent());
          body.append("}\nanswered ").append(exchange.code());
          body.append(" {").append(exchange.received()).append('}');
        }
        xml.writeCharacters(legal(body.toString()));
        xml.writeEndElement();
      }
    }
    xml.writeEndElement();
  }

  private static void text(XMLStreamWriter xml, String element, String text)
      throws XMLStreamException {
    if (!text.isEmpty()) {
      xml.writeStartElement(element);
      xml.writeCharacters(legal(text));
      xml.writeEndElement();
    }
  }

  /**
   * Replaces characters that XML 1.0 does not allow with U+FFFD: most control characters and
   * unpaired surrogates.
   */
  private static String legal(String text) {
    return text.codePoints()
        .map(c -> isLegal(c) ? c : '\uFFFD')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isLegal(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || (c >= 0x20 && c <= 0xD7FF)
        || (c >= 0xE000 && c <= 0xFFFD)
        || c >= 0x10000;
  }
}
