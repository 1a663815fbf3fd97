package io.windlass.cli.doctor;

import java.lang.Runtime.Version;

/**
 * Checks the JDK that runs this command, which is that of the driver in its environment.
 *
 * @param vendor who built it
 */
record JdkCheck(Version version, String vendor) {
  /** The first release in which no virtual thread stays asleep for ever (JDK-8373120). */
  private static final Version SOUND = Version.parse("25.0.4");

  static JdkCheck ofThisProcess() {
    return new JdkCheck(Runtime.version(), System.getProperty("java.vendor"));
  }

  Finding check() {
    String text = "%s, %s".formatted(version, vendor);
    return version.compareTo(SOUND) < 0
        ? Finding.remark(
            text + ": a program that uses a mount can hang with it (JDK-8373120)",
            "run JDK %s or newer where volumes are mounted".formatted(SOUND))
        : Finding.fine(text);
  }
}
