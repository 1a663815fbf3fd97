package io.windlass.cli.doctor;

import io.windlass.fuse.FuseMounts;
import io.windlass.linux.LinuxException;
import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.keeper.MounterReports.Answer;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.proto.mounter.VolumeReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Checks the health of the mounts of a node.
 *
 * @param run the run directory of the node's processes
 */
record MountsCheck(Path run) {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  void examine(Examination examination) throws InterruptedException {
    Answer answer;
    try {
      answer = MounterReports.look(new RunDirectory(run), PATIENCE);
    } catch (IOException e) {
      examination.skip("CSI mounts", "the mounter may not be asked: " + e.getMessage());
      return;
    }
    switch (answer) {
      case Answer.Nobody() ->
          examination.skip("CSI mounts", "no mounter serves any in %s".formatted(run));
      case Answer.Busy(Duration patience) ->
          examination.look(
              "CSI mounts",
              () ->
                  Finding.wrong(
                      "the mounter in %s is busy: no answer for %d s"
                          .formatted(run, patience.toSeconds()),
                      "look again; if that stays so, see the plugin's log"));
      case Answer.Told(var report) -> {
        List<VolumeReport> volumes = report.getVolumesList();
        examination.look(
            "CSI mounts",
            () ->
                Finding.fine(
                    "process %d serves %d volumes".formatted(report.getPid(), volumes.size())));
        for (VolumeReport volume : volumes) {
          examination.look("CSI mount", () -> health(volume));
        }
      }
    }
  }

  private static Finding health(VolumeReport volume) throws LinuxException {
    String place = volume.getMountPoint();
    return switch (FuseMounts.probe(Path.of(place), PATIENCE)) {
      case DEAD ->
          Finding.wrong(place + " is dead", "the kubelet publishes it anew; or delete its pods");
      case SILENT ->
          Finding.wrong(
              "%s does not answer for %d s".formatted(place, PATIENCE.toSeconds()),
              "see whether its server answers");
      case SERVED ->
          volume.getTrouble().isEmpty()
              ? Finding.fine(place + " answers")
              : Finding.remark(
                  "%s answers, and its server does not: %s".formatted(place, volume.getTrouble()),
                  "see whether the server can be reached from here");
    };
  }
}
