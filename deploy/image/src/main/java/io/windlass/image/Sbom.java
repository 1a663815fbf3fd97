package io.windlass.image;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Bill of materials of the image, in CycloneDX: each jar, the JDK and the C library. */
final class Sbom {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern CLASSIFIER = Pattern.compile("[?&]classifier=([^&]+)");

  /** In libc.so.6, and what {@code ldd --version} says. */
  private static final Pattern GLIBC =
      Pattern.compile("GNU C Library \\((.+?)\\) \\w+ release version ([0-9.]+[0-9])");

  private static final Pattern DEBIAN = Pattern.compile("(Debian|Ubuntu) E?GLIBC (\\S+)");

  /** What a JDK that is not built to stand alone needs, and the licences. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "libz", "Zlib",
          "libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1",
          "libgcc_s", "GPL-3.0-or-later WITH GCC-exception-3.1");

  private final ObjectNode document = JSON.createObjectNode();
  private final ArrayNode components;

  private Sbom(String version) {
    document.put("bomFormat", "CycloneDX").put("specVersion", "1.6").put("version", 1);
    document
        .putObject("metadata")
        .putObject("component")
        .put("type", "container")
        .put("name", "windlass")
        .put("version", version);
    components = document.putArray("components");
  }

  /**
   * Makes the bill.
   *
   * @param built the bill that the build made of all modules
   * @throws IOException also when a file of the image has no entry there
   */
  static Sbom of(
      String version,
      Path built,
      Staging staging,
      Path jdk,
      SystemLibraries libraries,
      Architecture architecture)
      throws IOException {
    if (Files.notExists(built)) {
      throw new IOException(built + " is missing: ./mvnw verify makes it");
    }
    Sbom sbom = new Sbom(version);
    sbom.addJars(JSON.readTree(built.toFile()), staging);
    sbom.addJdk(jdk);
    sbom.addLibraries(libraries, architecture);
    return sbom;
  }

  private void addJars(JsonNode built, Staging staging) throws IOException {
    Map<String, JsonNode> known = new HashMap<>();
    for (JsonNode component : built.path("components")) {
      String name = component.path("name").asString() + "-" + component.path("version").asString();
      Matcher classifier = CLASSIFIER.matcher(component.path("purl").asString());
      known.put(name + (classifier.find() ? "-" + classifier.group(1) : "") + ".jar", component);
    }
    List<String> missing = new ArrayList<>();
    for (Map.Entry<String, Path> jar : staging.jars().entrySet()) {
      String file = jar.getValue().getFileName().toString();
      JsonNode component = known.get(file.equals("windlass.jar") ? deployed(known) : file);
      if (component == null) {
        missing.add(file);
      } else {
        components.add(component);
      }
    }
    if (!missing.isEmpty()) {
      throw new IOException("the bill of materials does not name these jars: " + missing);
    }
  }

  /** The distribution has this jar under another name. */
  private static String deployed(Map<String, JsonNode> known) {
    return known.keySet().stream()
        .filter(name -> name.startsWith("windlass-deploy-"))
        .findFirst()
        .orElse("windlass-deploy.jar");
  }

  private void addJdk(Path jdk) throws IOException {
    Properties release = new Properties();
    try (var in = Files.newInputStream(jdk.resolve("release"))) {
      release.load(in);
    }
    String version = value(release, "JAVA_VERSION");
    ObjectNode component =
        add("platform", "openjdk", value(release, "JAVA_RUNTIME_VERSION"))
            .put("description", "Modules of OpenJDK, linked by jlink")
            .put("purl", "pkg:generic/openjdk@" + value(release, "JAVA_RUNTIME_VERSION"))
            .put("cpe", "cpe:2.3:a:oracle:openjdk:" + version + ":*:*:*:*:*:*:*");
    component.putObject("supplier").put("name", value(release, "IMPLEMENTOR"));
    component
        .putArray("licenses")
        .addObject()
        .put("expression", "GPL-2.0-only WITH Classpath-exception-2.0");
  }

  private static String value(Properties release, String name) {
    return release.getProperty(name, "unknown").replace("\"", "");
  }

  private void addLibraries(SystemLibraries libraries, Architecture architecture)
      throws IOException {
    Path libc = libraries.file("libc.so.6").orElseThrow();
    Matcher glibc = match(GLIBC, libc);
    Matcher debian = DEBIAN.matcher(glibc.group(1));
    boolean packaged = debian.matches();
    String version = packaged ? debian.group(2) : glibc.group(2);
    String distribution = packaged ? debian.group(1).toLowerCase(Locale.ROOT) : "";
    ObjectNode component =
        add("library", "glibc", version)
            .put(
                "purl",
                packaged
                    ? "pkg:deb/%s/glibc@%s?arch=%s"
                        .formatted(distribution, version.replace("+", "%2B"), architecture.oci())
                    : "pkg:generic/glibc@" + version)
            .put("cpe", "cpe:2.3:a:gnu:glibc:" + glibc.group(2) + ":*:*:*:*:*:*:*");
    component.putArray("licenses").addObject().putObject("license").put("id", "LGPL-2.1-or-later");
    for (Map.Entry<String, Path> file : libraries.files().entrySet()) {
      String name = file.getKey().substring(file.getKey().lastIndexOf('/') + 1);
      String library = name.substring(0, Math.max(name.indexOf(".so"), 0));
      if (OTHERS.containsKey(library)) {
        // The real name of a library ends with its version.
        String real = file.getValue().toRealPath().getFileName().toString();
        String number = real.substring(real.indexOf(".so.") + 4);
        ObjectNode other =
            add("library", library, number).put("purl", "pkg:generic/" + library + "@" + number);
        other.putArray("licenses").addObject().put("expression", OTHERS.get(library));
      } else if (!isOfGlibc(name)) {
        throw new IOException("the bill of materials does not know the library " + name);
      }
    }
  }

  private static boolean isOfGlibc(String name) {
    return Set.of("libresolv.so.2", "libutil.so.1").contains(name)
        || name.startsWith("ld-linux")
        || SystemLibraries.OF_GLIBC.contains(name);
  }

  private static Matcher match(Pattern pattern, Path file) throws IOException {
    Matcher matcher = pattern.matcher(new String(Files.readAllBytes(file), ISO_8859_1));
    if (!matcher.find()) {
      throw new IOException("no version is found in " + file);
    }
    return matcher;
  }

  private ObjectNode add(String type, String name, String version) {
    return components.addObject().put("type", type).put("name", name).put("version", version);
  }

  /** Returns the document. */
  String json() {
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(document);
  }
}
