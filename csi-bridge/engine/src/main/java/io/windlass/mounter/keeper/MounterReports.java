package io.windlass.mounter.keeper;

import io.windlass.linux.Errno;
import io.windlass.linux.LinuxException;
import io.windlass.mounter.run.ControlSocket;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.proto.mounter.FromMounter;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.ReportRequest;
import io.windlass.proto.mounter.ToMounter;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Asks a mounter for reports. */
public final class MounterReports {
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final Duration LEAST = Duration.ofMillis(1);

  private MounterReports() {}

  /** Result of asking a mounter. */
  public sealed interface Answer {
    /** The mounter answered. */
    record Told(Report report) implements Answer {}

    /** A mounter listens, and did not answer in time. */
    record Busy(Duration patience) implements Answer {}

    /** No mounter listens: none runs, or it is starting. */
    record Nobody() implements Answer {}
  }

  /**
   * Asks the mounter in {@code run} for a report of all volumes. Distinguishes a mounter that does
   * not answer from one that is not there.
   *
   * @param patience how long the whole answer may take
   * @throws IOException when this process has no permission to ask
   */
  public static Answer look(RunDirectory run, Duration patience) throws IOException {
    return look(run, "", patience);
  }

  /**
   * Asks in the same way for a report of one volume, which says more about it.
   *
   * @param id id of the volume; empty: all volumes
   */
  public static Answer look(RunDirectory run, String id, Duration patience) throws IOException {
    try {
      return new Answer.Told(ask(run, id, patience));
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

  /**
   * Returns the report of the mounter in {@code run}.
   *
   * @throws IOException when no mounter listens, or it does not answer in time
   */
  public static Report ask(RunDirectory run) throws IOException {
    return ask(run, "");
  }

  /**
   * Returns the ids of the volumes that the mounter in {@code run} has, and that of its quarantine:
   * also of those that are unmounted, and whose data is still sent. Empty if one of the two does
   * not answer in time.
   *
   * @throws IOException when this process has no permission to ask
   */
  public static Optional<Set<String>> volumes(RunDirectory run) throws IOException {
    Set<String> ids = new HashSet<>();
    for (RunDirectory each : List.of(run, run.quarantine())) {
      switch (look(each, PATIENCE)) {
        case Answer.Told(Report report) ->
            report.getVolumesList().forEach(volume -> ids.add(volume.getId()));
        case Answer.Busy _ -> {
          return Optional.empty();
        }
        case Answer.Nobody _ -> {}
      }
    }
    return Optional.of(ids);
  }

  /**
   * Returns the mounter's report of one volume.
   *
   * @param id id of the volume; empty: all volumes
   * @throws IOException when no mounter listens, or it does not answer in time
   */
  public static Report ask(RunDirectory run, String id) throws IOException {
    return ask(run, id, PATIENCE);
  }

  public static Report ask(RunDirectory run, String id, Duration patience) throws IOException {
    try (ControlSocket<FromMounter, ToMounter> socket =
        ControlSocket.connect(run, FromMounter.parser(), patience)) {
      socket.send(ToMounter.newBuilder().setReport(ReportRequest.newBuilder().setId(id)).build());
      Report.Builder whole = Report.newBuilder();
      long end = System.nanoTime() + patience.toNanos();
      Report part;
      do {
        // A socket takes 0 as "for ever".
        Duration left = Duration.ofNanos(end - System.nanoTime());
        socket.receiveTimeout(left.compareTo(LEAST) < 0 ? LEAST : left);
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
