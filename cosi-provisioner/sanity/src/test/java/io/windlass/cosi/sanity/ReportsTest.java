package io.windlass.cosi.sanity;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cosi.sanity.TextReport.Look;
import io.windlass.cosi.sanity.fake.FakeDriver;
import io.windlass.cosi.sanity.fake.Fault;
import io.windlass.cosi.sanity.wire.ApiRevision;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Tests of the reports for people and for machines. */
class ReportsTest {
  @TempDir Path directory;

  private String text(Fault fault, boolean colours, boolean verbose, String... checks)
      throws Exception {
    StringWriter text = new StringWriter();
    try (FakeDriver driver = Runs.driver(directory, ApiRevision.E, fault)) {
      SanityOptions options = Runs.only(Runs.all(driver, ApiRevision.E), List.of(checks));
      new CosiSanity(
              options, new TextReport(new PrintWriter(text), new Look(colours, true, verbose)))
          .run();
    }
    return text.toString();
  }

  @Test
  void oneLineForEachCheck() throws Exception {
    assertThat(text(Fault.NONE, false, false, "grant/same-credential", "delete/twice").lines())
        .anyMatch(line -> line.matches("  ✓ delete/twice {10,}\\d+ ms"))
        .anyMatch(line -> line.matches("  ✓ grant/same-credential +\\d+ ms"))
        .anyMatch(line -> line.matches("2 passed, 0 failed, 0 warned, 0 skipped in .* s"))
        .noneMatch(line -> line.contains("MUST"));
  }

  @Test
  void aFailureSaysWhatWasSentWhatCameBackAndWhy() throws Exception {
    assertThat(text(Fault.NEW_KEY_EACH_GRANT, false, false, "grant/same-credential").lines())
        .anyMatch(line -> line.matches("  ✗ grant/same-credential .*the credential must stay.*"))
        .anyMatch(line -> line.startsWith("      rule      COSI sidecar: access is granted again"))
        .anyMatch(line -> line.startsWith("      sent      DriverGrantBucketAccess {account_id: "))
        .anyMatch(line -> line.startsWith("      answered  OK in "));
  }

  @Test
  void verboseNamesEveryRule() throws Exception {
    assertThat(text(Fault.NONE, false, true, "delete/twice"))
        .contains("COSI spec, DriverDeleteBucket: MUST return OK if the bucket has already been");
  }

  @Test
  void coloursOnlyWhereTheyAreSeen() throws Exception {
    assertThat(text(Fault.NONE, false, false, "delete/twice")).doesNotContain("\u001b");
    assertThat(text(Fault.NONE, true, false, "delete/twice")).contains("\u001b[32m✓");
  }

  /** The fake's secrets all begin with sk-. */
  @Test
  void noSecretIsShown() throws Exception {
    assertThat(text(Fault.SECRET_IN_MESSAGES, false, true, "grant", "status", "get"))
        .contains("status/no-secrets", "***")
        .doesNotContain("sk-");
    assertThat(text(Fault.NEW_KEY_EACH_GRANT, false, true, "grant", "key", "concurrent"))
        .contains("✗ grant/same-credential")
        .doesNotContain("sk-");
  }

  @Test
  void junitXmlIsRead() throws Exception {
    JunitReport report = new JunitReport();
    Path file = directory.resolve("report.xml");
    try (FakeDriver driver = Runs.driver(directory, ApiRevision.E, Fault.SECRET_IN_MESSAGES)) {
      SanityOptions options =
          Runs.only(Runs.usual(driver), List.of("get/missing", "grant", "key/revoked", "status"));
      new CosiSanity(options, report).run();
    }
    report.write(file);

    assertThat(Files.readString(file)).doesNotContain("sk-");
    Document xml = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    Element suite = (Element) xml.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("name")).isEqualTo("cosi-sanity v1alpha2 revision E");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(xml.getElementsByTagName("testcase").getLength())
        .isEqualTo(Integer.parseInt(suite.getAttribute("tests")))
        .isGreaterThan(15);
    assertThat(xml.getElementsByTagName("failure").getLength()).isEqualTo(1);
    assertThat(xml.getElementsByTagName("failure").item(0).getAttributes())
        .extracting(attributes -> attributes.getNamedItem("type").getNodeValue())
        .isEqualTo("COSI-1303");
    assertThat(((Element) xml.getElementsByTagName("testcase").item(0)).getAttribute("name"))
        .isEqualTo("COSI-403 get/missing");
    assertThat(((Element) xml.getElementsByTagName("property").item(0)).getAttribute("name"))
        .isEqualTo("driver");
    assertThat(xml.getElementsByTagName("error").getLength()).isZero();
    assertThat(xml.getElementsByTagName("skipped").item(0).getAttributes())
        .extracting(attributes -> attributes.getNamedItem("message").getNodeValue())
        .isEqualTo("needs --s3, --azure or --gcs");
  }

  /** The checks that were reported before a stop all passed, and must not look like all of them. */
  @Test
  void aStoppedRunIsAnErrorInJunitXml() throws Exception {
    JunitReport report = new JunitReport();
    report.finished(new Summary(0, 0, 0, 0, Duration.ZERO, List.of(), true));
    Path file = directory.resolve("report.xml");
    report.write(file);

    Document xml = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    assertThat(xml.getElementsByTagName("error").getLength()).isEqualTo(1);
  }

  @Test
  void markdownHasARowForEachCheck() throws Exception {
    MarkdownReport report = new MarkdownReport();
    Path file = directory.resolve("report.md");
    try (FakeDriver driver = Runs.driver(directory, ApiRevision.E, Fault.NEW_KEY_EACH_GRANT)) {
      SanityOptions options =
          Runs.only(
              Runs.usual(driver), List.of("delete/twice", "grant/same-credential", "key/revoked"));
      new CosiSanity(options, report).run();
    }
    report.write(file);

    assertThat(Files.readAllLines(file))
        .anyMatch(line -> line.startsWith("### v1alpha2 revision E, driver "))
        .contains(
            "| COSI-501 | delete/twice | A bucket can be deleted twice. | passed |  |",
            "| COSI-1118 | key/revoked | A credential stops working when it is revoked. | not run |"
                + " needs --s3, --azure or --gcs |",
            "1 passed, 1 failed, 0 with a warning, 1 not run.")
        .anyMatch(line -> line.matches("\\| COSI-703 .*\\| \\*\\*failed\\*\\* \\| .*"))
        .noneMatch(line -> line.contains("sk-"));
  }
}
