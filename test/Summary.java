import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Sums up the reports that Surefire has written below the working directory: what was skipped, the slowest classes, the
 * time of the tests of each module, the failed tests, and the line "N passed, N failed, N skipped". Exits with 1 if a
 * test failed, or if there is none. Run it from the root: {@code java test/Summary.java}.
 *
 * <p>With {@code --note TEXT} that text is its last line but one. With {@code --since TIME} it says instead how many tests the build that began then has run, and what those need
 * that were skipped, as {@code ./mvnw verify} does at its end.
 */
final class Summary {
  private static final int SLOWEST = 10;

  private static final Pattern WANT = Pattern.compile("for want of ([^:]+): ");

  /** A class that ran, in one module: its time in seconds, and what became of its tests. */
  record TestClass(String module, String name, double seconds, List<Result> results) {
    long count(Outcome outcome) {
      return results.stream().filter(result -> result.outcome() == outcome).count();
    }
  }

  enum Outcome {
    PASSED,
    FAILED,
    SKIPPED
  }

  record Result(String test, Outcome outcome, String message) {}

  public static void main(String[] arguments) throws IOException {
    boolean isShort = arguments.length == 2 && arguments[0].equals("--since");
    Instant since = isShort ? Instant.parse(arguments[1]) : Instant.MIN;
    List<TestClass> classes = new ArrayList<>();
    for (Path report : reports(Path.of(""))) {
      if (!Files.getLastModifiedTime(report).toInstant().isBefore(since)) {
        classes.add(read(report));
      }
    }
    if (isShort) {
      printWants(classes);
      return;
    }
    System.out.println();
    print("Skipped", results(classes, Outcome.SKIPPED));
    print(
        "The slowest classes",
        classes.stream()
            .sorted(Comparator.comparingDouble(TestClass::seconds).reversed())
            .limit(SLOWEST)
            .map(type -> "%7.1f s  %s".formatted(type.seconds(), type.name()))
            .toList());
    print("Sums of the times of classes, by module", modules(classes));
    List<String> failed = results(classes, Outcome.FAILED);
    print("Failed", failed);
    if (arguments.length == 2 && arguments[0].equals("--note")) {
      System.out.println(arguments[1]);
    }
    System.out.printf(
        "%d passed, %d failed, %d skipped%n",
        count(classes, Outcome.PASSED), failed.size(), count(classes, Outcome.SKIPPED));
    System.exit(failed.isEmpty() && count(classes, Outcome.PASSED) > 0 ? 0 : 1);
  }

  private static void printWants(List<TestClass> classes) {
    Map<String, Long> wants =
        classes.stream()
            .flatMap(type -> type.results().stream())
            .filter(result -> result.outcome() == Outcome.SKIPPED)
            .collect(Collectors.groupingBy(Summary::want, TreeMap::new, Collectors.counting()));
    long ran = count(classes, Outcome.PASSED) + count(classes, Outcome.FAILED);
    if (wants.isEmpty()) {
      System.out.print(ran == 0 ? "" : "%d tests ran, and none was skipped.%n".formatted(ran));
      return;
    }
    System.out.printf(
        "%d tests ran, and %d were skipped, for want of:%n", ran, count(classes, Outcome.SKIPPED));
    wants.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(want -> System.out.printf("%7d  %s%n", want.getValue(), want.getKey()));
    System.out.println(".ci/run gets what they need, and runs them. It needs Go, npm and Python; on Debian, as root,");
    System.out.println("it installs the rest.");
  }

  /** What is missing, if the test says so in the form of the class Missing, or else why it was skipped. */
  private static String want(Result skipped) {
    Matcher missing = WANT.matcher(skipped.message());
    return missing.find() ? missing.group(1) : skipped.message();
  }

  private static List<Path> reports(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
          .filter(file -> file.toString().contains("target/surefire-reports/"))
          .sorted()
          .toList();
    }
  }

  private static TestClass read(Path report) throws IOException {
    String path = report.toString();
    String module = path.substring(0, path.indexOf("/target/"));
    String name = "";
    double seconds = 0;
    List<Result> results = new ArrayList<>();
    try (InputStream input = Files.newInputStream(report)) {
      XMLInputFactory factory = XMLInputFactory.newFactory();
      factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
      XMLStreamReader xml = factory.createXMLStreamReader(input);
      while (xml.hasNext()) {
        if (xml.next() != XMLStreamConstants.START_ELEMENT) {
          continue;
        }
        switch (xml.getLocalName()) {
          case "testsuite" -> {
            name = xml.getAttributeValue(null, "name");
            seconds = Double.parseDouble(xml.getAttributeValue(null, "time").replace(",", ""));
          }
          case "testcase" -> results.add(result(xml, Outcome.PASSED, ""));
          case "failure", "error" -> replaceLast(results, Outcome.FAILED, message(xml));
          case "skipped" -> replaceLast(results, Outcome.SKIPPED, message(xml));
          default -> {}
        }
      }
    } catch (XMLStreamException e) {
      results.add(new Result(report.toString(), Outcome.FAILED, "is no report: " + e.getMessage()));
    }
    return new TestClass(module, name, seconds, results);
  }

  private static Result result(XMLStreamReader xml, Outcome outcome, String message) {
    String type = xml.getAttributeValue(null, "classname");
    String test = xml.getAttributeValue(null, "name");
    String shown = type.substring(type.lastIndexOf('.') + 1);
    return new Result(test == null || test.isEmpty() ? shown : shown + "." + test, outcome, message);
  }

  private static void replaceLast(List<Result> results, Outcome outcome, String message) {
    Result last = results.removeLast();
    results.add(new Result(last.test(), outcome, message));
  }

  /** The first line of what the test said, which Surefire writes as text where a test was aborted. */
  private static String message(XMLStreamReader xml) throws XMLStreamException {
    String type = xml.getAttributeValue(null, "type");
    String message = xml.getAttributeValue(null, "message");
    String said = message == null || message.isBlank() ? xml.getElementText() : message;
    String prefix = type + ": ";
    String text = said.startsWith(prefix) ? said.substring(prefix.length()) : said;
    String shown = text.isBlank() && type != null ? type : text;
    return shown.strip().lines().limit(1).collect(Collectors.joining());
  }

  private static List<String> results(List<TestClass> classes, Outcome outcome) {
    return classes.stream()
        .flatMap(type ->
            type.results().stream()
                .filter(result -> result.outcome() == outcome)
                .map(result ->
                    "%s: %s: %s".formatted(type.module(), result.test(), result.message())))
        .toList();
  }

  private static List<String> modules(List<TestClass> classes) {
    Map<String, List<TestClass>> byModule =
        classes.stream()
            .collect(Collectors.groupingBy(TestClass::module, TreeMap::new, Collectors.toList()));
    return byModule.entrySet().stream()
        .map(module ->
            "%7.1f s  %s: %d classes, %d tests"
                .formatted(
                    module.getValue().stream().mapToDouble(TestClass::seconds).sum(),
                    module.getKey(),
                    module.getValue().size(),
                    module.getValue().stream().mapToLong(type -> type.results().size()).sum()))
        .toList();
  }

  private static long count(List<TestClass> classes, Outcome outcome) {
    return classes.stream().mapToLong(type -> type.count(outcome)).sum();
  }

  private static void print(String title, List<String> lines) {
    if (!lines.isEmpty()) {
      System.out.println(title + ":");
      lines.forEach(line -> System.out.println("  " + line));
      System.out.println();
    }
  }
}
