package io.windlass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cli.terminal.Exit;
import io.windlass.linux.DescriptorSocket;
import io.windlass.mounter.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files and paths that settings name and that no driver can use, for every command that reads them.
 */
class WrongEnvironmentTest {
  /**
   * Commands that read the settings of backends, with what they need; the doctor tells its own way.
   */
  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("config"),
          List.of("cosi"),
          List.of("csi"),
          List.of("ls"),
          List.of("show", "fast/bucket"),
          List.of("rotate", "fast/access", "--retire"),
          List.of("keys"),
          List.of("audit"),
          List.of("doctor"));

  @TempDir Path directory;
  private final Map<String, String> environment = new TreeMap<>();

  @BeforeEach
  void backend() throws IOException {
    Path key = Files.createDirectory(directory.resolve("key"));
    Files.writeString(key.resolve("accessKeyId"), "admin");
    Files.writeString(key.resolve("secretAccessKey"), "secret");
    Path keys = directory.resolve("keys");
    Files.writeString(keys, Base64.getEncoder().encodeToString(new byte[32]));
    environment.put("WINDLASS_CSI_MODE", "both");
    environment.put("WINDLASS_BACKENDS", "fast");
    environment.put("WINDLASS_FAST_KIND", "s3");
    environment.put("WINDLASS_FAST_FLAVOR", "minio");
    environment.put("WINDLASS_FAST_ENDPOINT", "http://127.0.0.1:1");
    environment.put("WINDLASS_FAST_CREDENTIALS", key.toString());
    environment.put("WINDLASS_KEYS", keys.toString());
  }

  @Test
  void aFileOfCertificatesThatHoldsNoneIsNamed() throws IOException {
    Path pem = Files.writeString(directory.resolve("ca.pem"), "no certificate");
    for (String variable : List.of("WINDLASS_FAST_CA_CERTIFICATE", "WINDLASS_CSI_CA_CERTIFICATE")) {
      assertThat(offences(variable, pem.toString(), "certificates in PEM")).isEmpty();
    }
  }

  @Test
  void aRunDirectoryIsShortEnoughForItsSockets() {
    int most = DescriptorSocket.MAX_PATH_BYTES - "/quarantine/mounter.sock".length();
    String longest = "/" + "r".repeat(most - 1);
    assertThat(offences("WINDLASS_CSI_RUN", longest + "r", most + " bytes at most")).isEmpty();
    assertThat(new RunDirectory(Path.of(longest)).quarantine().fits()).isTrue();
    assertThat(new RunDirectory(Path.of(longest + "r")).quarantine().fits()).isFalse();
    environment.put("WINDLASS_CSI_RUN", longest);
    CommandRun run = CommandRun.of(environment, "config");
    assertThat(run.status()).as(run.err()).isEqualTo(Exit.OK);
  }

  @Test
  void aPathOfARunDirectoryIsTooLongForNoCommandToSay() throws IOException {
    Path all = directory.resolve("deep/".repeat(20));
    Path deep = Files.createDirectories(all.resolve("0".repeat(12)));
    for (List<String> command :
        List.of(
            List.of("mounts", "--run-directory", all.toString()),
            List.of("upgrade", "--run-directory", all.toString()),
            List.of("mounter", deep.toString()),
            List.of("mounter", "--kept", deep.toString()))) {
      CommandRun run = CommandRun.of(environment, command.toArray(String[]::new));
      assertThat(run.out() + run.err()).as(command.toString()).doesNotContain("\tat ");
    }
  }

  /** Returns the commands that take the value, or do not name the setting in a line. */
  private List<String> offences(String variable, String value, String right) {
    environment.put(variable, value);
    List<String> offences = new ArrayList<>();
    for (List<String> command : COMMANDS) {
      if (command.getFirst().equals("cosi") && variable.startsWith("WINDLASS_CSI_")) {
        continue;
      }
      CommandRun run = CommandRun.of(environment, command.toArray(String[]::new));
      String said = (run.out() + run.err()).replaceAll("\\s+", " ");
      int status = command.getFirst().equals("doctor") ? Exit.FAILED : Exit.CONFIGURATION;
      if (run.status() != status
          || !said.contains(variable + " must be ")
          || !said.contains(right)
          || said.contains(" at io.windlass")) {
        offences.add("%s: status %d, %s%s".formatted(command, run.status(), run.out(), run.err()));
      }
    }
    environment.remove(variable);
    return offences;
  }
}
