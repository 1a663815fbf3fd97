package io.windlass.image;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Argument files of {@code java}, which stand in the image for the shell script of the launcher.
 * The script says what is in them, so that it alone decides which options and which jars a process
 * has.
 *
 * @param driver options of every process but a mounter, with the libraries of all kinds of store
 *     and of traces
 * @param mounter options of a mounter
 */
record ArgumentFiles(List<String> driver, List<String> mounter) {
  private static final String MAIN = "io.windlass.cli.Main";

  /** Asks the launcher for the arguments. */
  static ArgumentFiles of(Staging staging, Architecture architecture) throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put("WINDLASS_ARGUMENTS_FOR", architecture.machine());
    List<String> mounter = options(staging, environment, "mounter");
    environment.put("WINDLASS_BACKENDS", "all");
    for (String kind : staging.kinds()) {
      environment.put("WINDLASS_" + kind + "_KIND", kind);
    }
    environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", "any");
    return new ArgumentFiles(options(staging, environment, "csi"), mounter);
  }

  private static List<String> options(
      Staging staging, Map<String, String> environment, String command) throws IOException {
    List<String> all = staging.run(environment, command);
    int main = all.indexOf(MAIN);
    if (main < 0) {
      throw new IOException("the launcher does not start " + MAIN + ": " + all);
    }
    return all.subList(0, main).stream()
        .map(option -> option.replace(staging.home().toString(), "/" + Staging.PLACE))
        .toList();
  }

  /** Adds the files, and the program that uses them. */
  void addTo(Tree tree) {
    String lib = Staging.PLACE + "/lib/";
    tree.text(lib + "driver.options", text(driver), 0644);
    tree.text(lib + "mounter.options", text(mounter), 0644);
    // The kernel passes the path of the script, too; this tells the program so.
    tree.text(
        lib + "windlass.arguments", text(driver) + "-Dwindlass.script=true\n" + MAIN + "\n", 0644);
    tree.text(
        Staging.PLACE + "/bin/windlass",
        "#!/%s/bin/java @/%swindlass.arguments\n".formatted(JavaRuntime.PLACE, lib),
        0755);
  }

  /** One argument a line. A backslash quotes inside of double quotes. */
  private static String text(List<String> options) {
    StringBuilder text = new StringBuilder();
    for (String option : options) {
      text.append('"').append(option.replace("\\", "\\\\").replace("\"", "\\\"")).append("\"\n");
    }
    return text.toString();
  }
}
