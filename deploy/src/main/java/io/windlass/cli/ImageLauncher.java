package io.windlass.cli;

import io.windlass.linux.LinuxException;
import io.windlass.linux.ProgramReplacement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * In the image, what the shell script of an installation does after the JVM's options are known.
 * The image has no shell: {@code bin/windlass} there names {@code java} as its interpreter, with an
 * argument file for a driver. A process that needs other options replaces itself, once: a mounter,
 * and whatever has options of its user's.
 */
final class ImageLauncher {
  private static final String OPTIONS = "WINDLASS_JAVA_OPTS";
  private static final String MOUNTER_OPTIONS = "WINDLASS_MOUNTER_JAVA_OPTS";
  private static final String MOUNTER = "mounter";

  private ImageLauncher() {}

  /** Returns the arguments of the command line. */
  static List<String> arguments(List<String> given) {
    if (!Boolean.getBoolean("windlass.script")) {
      return given;
    }
    // The kernel passes the path of the script as the first argument.
    List<String> arguments = given.subList(1, given.size());
    Path home = Path.of(System.getProperty("windlass.home"));
    options(home, arguments, System.getenv()).ifPresent(other -> replace(other, arguments));
    return arguments;
  }

  /** Returns the options of the JVM that a command needs, if they are not those of a driver. */
  static Optional<List<String>> options(
      Path home, List<String> command, Map<String, String> environment) {
    boolean mounter = !command.isEmpty() && command.getFirst().equals(MOUNTER);
    String own = environment.getOrDefault(mounter ? MOUNTER_OPTIONS : OPTIONS, "").strip();
    if (!mounter && own.isEmpty()) {
      return Optional.empty();
    }
    List<String> options = new ArrayList<>();
    options.add("@" + home.resolve("lib").resolve((mounter ? MOUNTER : "driver") + ".options"));
    if (!own.isEmpty()) {
      options.addAll(List.of(own.split("\\s+", -1)));
    }
    return Optional.of(options);
  }

  private static void replace(List<String> options, List<String> arguments) {
    List<String> all = new ArrayList<>(options);
    all.add(Main.class.getName());
    all.addAll(arguments);
    try {
      ProgramReplacement.replace(
          Path.of(System.getProperty("java.home"), "bin/java"), all, Set.of(OPTIONS));
    } catch (LinuxException e) {
      throw new IllegalStateException("java cannot be run again: " + e.getMessage(), e);
    }
  }
}
