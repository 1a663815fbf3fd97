package io.windlass.mounter;

import io.windlass.linux.LinuxException;
import io.windlass.proto.mounter.FromMounter;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.ReportRequest;
import io.windlass.proto.mounter.ToMounter;
import io.windlass.store.Errno;
import java.io.IOException;
import java.time.Duration;

/** Asks a mounter what it does. */
public final class MounterReports {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private MounterReports() {}

  /** What came of asking. */
  public sealed interface Answer {
    /** The mounter answered. */
    record Told(Report report) implements Answer {}

    /** A mounter is there, and did not answer in time. */
    record Busy(Duration patience) implements Answer {}

    /** No mounter listens: there is none, or it is starting. */
    record Nobody() implements Answer {}
  }

  /**
   * Asks the mounter in {@code run}, and tells its silence from its absence.
   *
   * @throws IOException when this process may not ask
   */
  public static Answer look(RunDirectory run, Duration patience) throws IOException {
    try {
      return new Answer.Told(ask(run, "", patience));
    } catch (LinuxException e) {
      if (e.is(Errno.EAGAIN)) {
        return new Answer.Busy(patience);
      }
      if (e.is(Errno.EACCES) || e.is(Errno.EPERM)) {
        throw e;
      }
      return new Answer.Nobody();
    } catch (MounterGoneException e) {
      return new Answer.Nobody();
    }
  }

  private static final class MounterGoneException extends IOException {
    private static final long serialVersionUID = 1;

    MounterGoneException() {
      super("the mounter has gone");
    }
  }

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
    return ask(run, id, PATIENCE);
  }

  private static Report ask(RunDirectory run, String id, Duration patience) throws IOException {
    try (ControlSocket<FromMounter, ToMounter> socket =
        ControlSocket.connect(run, FromMounter.parser(), patience)) {
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
    return socket.receive().orElseThrow(MounterGoneException::new).message().getReport();
  }
}
