package io.windlass.csi.node;

import io.windlass.proto.mounter.Unpublished;
import io.windlass.proto.mounter.VolumeReport;

/** Data of a volume that is not on its server, in words. */
final class UnsentText {
  private UnsentText() {}

  /** Returns how much it is, and what keeps it. */
  static String of(VolumeReport report) {
    Unpublished unsent = report.getUnpublished();
    return "%d %s with %d bytes that were written are not on the server%s"
        .formatted(
            unsent.getFiles(),
            unsent.getFiles() == 1 ? "file" : "files",
            unsent.getBytes(),
            report.getTrouble().isEmpty() ? "" : " (" + report.getTrouble() + ")");
  }
}
