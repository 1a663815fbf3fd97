package io.windlass.faults.fuzz;

import io.windlass.test.driver.DriverProcess;
import io.windlass.testing.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Memory use of a driver, as its JVM and the kernel report it. */
final class LiveMemory {
  /** Objects, then their bytes. */
  private static final Pattern TOTAL =
      Pattern.compile("^Total\\s+\\d+\\s+(\\d+)", Pattern.MULTILINE);

  private LiveMemory() {}

  /** Bytes of objects on the heap that are in use, after a full collection. */
  static long heapBytes(DriverProcess driver) {
    Matcher total = TOTAL.matcher(jcmd(driver, "GC.class_histogram"));
    if (!total.find()) {
      throw new IllegalStateException("there is no total in the histogram");
    }
    return Long.parseLong(total.group(1));
  }

  /** Resident memory of the process. */
  static long residentBytes(DriverProcess driver) {
    String status = new String(driver.proc("status"), StandardCharsets.UTF_8);
    String line =
        status.lines().filter(text -> text.startsWith("VmRSS:")).findFirst().orElseThrow();
    return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
  }

  private static String jcmd(DriverProcess driver, String command) {
    try {
      Process process =
          Programs.process("jcmd", Long.toString(driver.pid()), command)
              .redirectErrorStream(true)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("jcmd failed: " + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in jcmd", e);
    }
  }
}
