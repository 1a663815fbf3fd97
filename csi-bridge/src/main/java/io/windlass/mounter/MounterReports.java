package io.windlass.mounter;

import io.windlass.proto.mounter.FromMounter;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.ReportRequest;
import io.windlass.proto.mounter.ToMounter;
import java.io.IOException;
import java.time.Duration;

/** Asks a mounter what it does. */
public final class MounterReports {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private MounterReports() {}

  /**
   * What the mounter in {@code run} says.
   *
   * @throws IOException when there is none, or it does not answer in time
   */
  public static Report ask(RunDirectory run) throws IOException {
    return ask(run, "");
  }

  /**
   * The same of one volume.
   *
   * @param id of the volume; empty: all of them
   */
  public static Report ask(RunDirectory run, String id) throws IOException {
    try (ControlSocket<FromMounter, ToMounter> socket =
        ControlSocket.connect(run, FromMounter.parser(), PATIENCE)) {
      socket.send(ToMounter.newBuilder().setReport(ReportRequest.newBuilder().setId(id)).build());
      Report.Builder whole = Report.newBuilder();
      Report part;
      do {
        part = next(socket);
        whole.mergeFrom(part);
      } while (part.getMore());
      return whole.clearMore().build();
    }
  }

  private static Report next(ControlSocket<FromMounter, ToMounter> socket) throws IOException {
    return socket
        .receive()
        .orElseThrow(() -> new IOException("the mounter has gone"))
        .message()
        .getReport();
  }
}
