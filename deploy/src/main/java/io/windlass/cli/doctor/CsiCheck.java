package io.windlass.cli.doctor;

import io.grpc.StatusException;
import io.windlass.cli.call.Api;
import io.windlass.cli.scratch.Spec;
import io.windlass.config.CsiConfiguration;
import io.windlass.secret.KeyringFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;

/** Checks whether a CSI plugin can do its work here, and what a running one answers. */
record CsiCheck(CsiConfiguration configuration) {
  /**
   * Runs all checks except those of the backends.
   *
   * @return whether a plugin serves
   */
  boolean examine(Examination examination) throws InterruptedException {
    SocketCheck socket = new SocketCheck(Spec.CSI, configuration.server());
    examination.look("CSI socket", socket::place);
    examination.look("CSI socket: sidecar", socket::access);
    if (socket.served()) {
      for (String method : methods()) {
        examination.look("CSI " + method, () -> call(method));
      }
    } else {
      examination.skip(
          "CSI calls", "%s, while no plugin serves".formatted(String.join(", ", methods())));
    }
    if (configuration.keys().isPresent()) {
      Path file = configuration.keys().get();
      examination.look("CSI keys", () -> keys(file));
    }
    if (configuration.mode().hasController() && configuration.renewals().isPresent()) {
      examination.look(
          "CSI renewals",
          new ListenCheck(
                  "renewals",
                  configuration.renewals().get().address(),
                  CsiConfiguration.RENEWAL_ADDRESS,
                  socket.served())
              ::check);
    }
    if (configuration.mode().hasNode()) {
      new NodeCheck(configuration.node()).examine(examination);
    } else {
      examination.skip("CSI node", "this is a controller: WINDLASS_CSI_MODE says so");
    }
    return socket.served();
  }

  private List<String> methods() {
    return configuration.mode().hasNode() ? List.of("Probe", "NodeGetInfo") : List.of("Probe");
  }

  private Finding call(String method) {
    var called = Api.csi.method(method).orElseThrow();
    try (Question question = new Question(configuration.server().endpoint().toString())) {
      try {
        return Finding.fine("answers " + question.ask(called));
      } catch (StatusException e) {
        return Finding.wrong(question.explain(e), "see the plugin's log");
      }
    }
  }

  /**
   * Checks the content and the permissions of the key file. The configuration has already checked
   * that the file can be read.
   */
  private static Finding keys(Path file) throws IOException {
    Optional<String> problem = KeyringFile.problem(file);
    if (problem.isPresent()) {
      return Finding.wrong(
          "%s: %s".formatted(file, problem.get()),
          "put the driver's keys there, in the format of WINDLASS_KEYS");
    }
    boolean others = Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    return others
        ? Finding.remark(
            "%s holds keys, and every user may read it".formatted(file), "chmod o-r " + file)
        : Finding.fine("%s holds keys".formatted(file));
  }
}
