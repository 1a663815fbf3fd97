package io.windlass.mounter;

import io.windlass.linux.Descriptor;
import io.windlass.linux.LinuxException;
import io.windlass.mounter.ControlSocket.Received;
import io.windlass.proto.mounter.Attach;
import io.windlass.proto.mounter.FromMounter;
import io.windlass.proto.mounter.Leave;
import io.windlass.proto.mounter.Serve;
import io.windlass.proto.mounter.Served;
import io.windlass.proto.mounter.ToMounter;
import io.windlass.proto.mounter.Update;
import io.windlass.proto.mounter.Updated;
import io.windlass.proto.mounter.Volume;
import io.windlass.proto.mounter.VolumeReport;
import io.windlass.store.Errno;
import io.windlass.store.StoreConnectors;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the descriptors of mounts, and sees to it that a mounter serves them: one that is there
 * already, or one that it starts, and another whenever that one dies. Callers of the mounts wait in
 * between and see no error.
 *
 * <p>The keeper may die as well: the mounter has the descriptors, too, and hands them to the next.
 */
public final class Keeper implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Keeper.class);

  private static final Duration PAUSE = Duration.ofMillis(500);

  /** A mounter that dies sooner than this is not started again at once. */
  private static final Duration SHORT_LIFE = Duration.ofSeconds(2);

  private final RunDirectory run;
  private final FormerSources former;
  private final MounterProcess mounter;
  private final ProgressDeadline deadline;
  private final Map<String, Held> held = new ConcurrentHashMap<>();
  private final Answers<Served> served = new Answers<>();
  private final Answers<Updated> updated = new Answers<>();
  private final CompletableFuture<Void> idle = new CompletableFuture<>();
  private final Thread thread = Thread.ofPlatform().name("keeper").unstarted(this::keep);
  private final Object gate = new Object();

  private Optional<ControlSocket<FromMounter, ToMounter>> link = Optional.empty();
  private boolean closed;

  /** A volume that is mounted. */
  private record Held(KeyedVolume volume, Descriptor device, CompletableFuture<Void> ended) {
    Held(KeyedVolume volume, Descriptor device) {
      this(volume, device, new CompletableFuture<>());
    }

    Held as(KeyedVolume other) {
      return new Held(other, device, ended);
    }
  }

  private Keeper(
      RunDirectory run, FormerSources former, MounterProgram program, ProgressDeadline deadline) {
    this.run = run;
    this.former = former;
    this.mounter = new MounterProcess(run, program, deadline);
    this.deadline = deadline;
  }

  /**
   * Starts keeping: with what a mounter serves already, or with nothing and a new mounter. A
   * mounter that is there and does not answer is asked again and again: nobody but it has the
   * descriptors.
   *
   * @param connectors of the servers that volumes may be on
   * @param deadline of a mounter that comes up, or is asked for something
   * @throws IOException when no mounter comes up: it ended, or made no progress
   */
  public static Keeper start(
      RunDirectory run,
      StoreConnectors connectors,
      MounterProgram program,
      ProgressDeadline deadline)
      throws IOException, InterruptedException {
    Keeper keeper = new Keeper(run.create(), new FormerSources(connectors), program, deadline);
    if (!keeper.answers()) {
      keeper.mounter.start(keeper::attach);
    }
    keeper.thread.start();
    return keeper;
  }

  /**
   * False only if no mounter is there. One that is there is given a deadline each time, whether or
   * not it makes progress: it is asked again, and nobody waits for it here.
   */
  private boolean answers() {
    try {
      return attach(
          deadline.limit(),
          timeout -> {
            throw timeout;
          });
    } catch (IOException e) {
      log.warn("the mounter that is there does not answer: {}", e.getMessage());
      return true;
    }
  }

  /**
   * Fails where no mounter can be asked for anything at the moment.
   *
   * @throws IOException when that is so
   */
  public void requireMounter() throws IOException {
    if (current().isEmpty()) {
      throw new IOException("there is no mounter that answers at the moment");
    }
  }

  /** The volumes that are kept. */
  public List<Volume> volumes() {
    return held.values().stream().map(each -> each.volume().volume()).toList();
  }

  /** The volume of this id, if it is kept: its mount lives, though perhaps between mounters. */
  public Optional<KeyedVolume> volume(String id) {
    return Optional.ofNullable(held.get(id)).map(Held::volume);
  }

  /**
   * Has a mount served. Returns when it is, and keeps its descriptor from then on.
   *
   * @param volume is not kept: see {@link #awaitEnd}
   * @param device of a mount that was just made; closed when this fails
   * @throws ServeException when the mounter cannot serve the volume
   * @throws IOException when no mounter comes up
   */
  public void serve(KeyedVolume volume, Descriptor device)
      throws IOException, InterruptedException {
    String id = volume.id();
    Held each = new Held(volume, device);
    if (held.putIfAbsent(id, each) != null) {
      device.close();
      throw new IOException("volume %s is mounted already".formatted(id));
    }
    boolean done = false;
    try {
      Served answer = served.ask(id, () -> ask(each, false), watch());
      if (!answer.getError().isEmpty()) {
        throw new ServeException(answer.getError(), answer.getFailure());
      }
      done = true;
    } finally {
      if (!done) {
        letGo(id);
      }
    }
  }

  /**
   * Gives a volume that is kept another key, or another capacity. It holds for all mounters to
   * come, also where this one does not answer.
   *
   * @throws IOException when the volume is not kept, or the mounter cannot do it or does not answer
   */
  public void update(KeyedVolume volume) throws IOException, InterruptedException {
    String id = volume.id();
    if (held.computeIfPresent(id, (_, before) -> before.as(volume)) == null) {
      throw new IOException("volume %s is not mounted".formatted(id));
    }
    Optional<ControlSocket<FromMounter, ToMounter>> socket = current();
    if (socket.isEmpty()) {
      return; // The mounter that comes is told of the volume as it is now.
    }
    ToMounter message =
        ToMounter.newBuilder().setUpdate(Update.newBuilder().setVolume(volume.message())).build();
    Updated answer = updated.ask(id, () -> socket.get().send(message), watch());
    if (!answer.getError().isEmpty()) {
      throw new IOException(answer.getError());
    }
  }

  /**
   * Fails unless the mounter answers.
   *
   * @throws IOException when it does not within seconds, or there is none
   */
  public void ping() throws IOException {
    MounterReports.ask(run, "of none");
  }

  /**
   * What the mounter says of a volume.
   *
   * @throws IOException when it does not answer within seconds, or does not serve the volume
   */
  public VolumeReport report(String id) throws IOException {
    return MounterReports.ask(run, id).getVolumesList().stream()
        .findFirst()
        .orElseThrow(() -> new IOException("volume %s is not served".formatted(id)));
  }

  /** Waits until a volume is not kept any more; false if it still is after {@code patience}. */
  public boolean awaitEnd(String id, Duration patience) throws InterruptedException {
    Optional<Held> each = Optional.ofNullable(held.get(id));
    try {
      if (each.isPresent()) {
        each.get().ended().get(patience.toMillis(), TimeUnit.MILLISECONDS);
      }
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Completes when a volume was kept and none is any more. */
  public CompletableFuture<Void> idle() {
    return idle.copy();
  }

  /** Tells the mounter that this keeper ends because it was told to, and no other has to come. */
  public void leave() {
    synchronized (gate) {
      link.ifPresent(Keeper::sendLeave);
    }
  }

  private static void sendLeave(ControlSocket<FromMounter, ToMounter> socket) {
    try {
      socket.send(ToMounter.newBuilder().setLeave(Leave.getDefaultInstance()).build());
    } catch (IOException e) {
      log.debug("the mounter has gone", e);
    }
  }

  /** Gives up keeping: the mounter is not started again. Mounts stay as long as it serves. */
  @Override
  public void close() {
    synchronized (gate) {
      closed = true;
      link.ifPresent(ControlSocket::close);
      gate.notifyAll();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    held.values().forEach(each -> each.device().close());
  }

  private void keep() {
    if (!attached()) {
      return;
    }
    while (true) {
      long since = System.nanoTime();
      listen();
      synchronized (gate) {
        if (closed) {
          return;
        }
        link.ifPresent(ControlSocket::close);
        link = Optional.empty();
      }
      if (!again(since)) {
        return;
      }
    }
  }

  /** Whether there is a mounter that answers; false when the keeper is closed before. */
  private boolean attached() {
    try {
      while (current().isEmpty()) {
        if (closedWithin(PAUSE)) {
          return false;
        }
        if (!answers()) {
          return again(System.nanoTime());
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether a mounter is there again; false when the keeper is closed. */
  private boolean again(long since) {
    long began = System.nanoTime();
    boolean soon = Duration.ofNanos(began - since).compareTo(SHORT_LIFE) < 0;
    Duration pause = soon ? PAUSE : Duration.ZERO;
    try {
      while (!closedWithin(pause)) {
        try {
          mounter.start(this::attach);
          for (Held each : held.values()) {
            ask(each, true);
          }
          log.info("a new mounter serves after {} ms", (System.nanoTime() - began) / 1_000_000);
          return true;
        } catch (IOException e) {
          log.warn("no mounter comes up, and callers of the mounts wait: {}", e.getMessage());
          pause = PAUSE;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private boolean closedWithin(Duration pause) throws InterruptedException {
    long deadline = System.nanoTime() + pause.toNanos();
    synchronized (gate) {
      while (!closed && System.nanoTime() - deadline < 0) {
        gate.wait(PAUSE.toMillis());
      }
      return closed;
    }
  }

  private void listen() {
    Optional<ControlSocket<FromMounter, ToMounter>> socket = current();
    try {
      while (socket.isPresent()) {
        Optional<Received<FromMounter>> received = socket.get().receive();
        if (received.isEmpty()) {
          return;
        }
        received.get().descriptor().ifPresent(Descriptor::close);
        take(received.get().message());
      }
    } catch (IOException e) {
      log.warn("the connection to the mounter broke: {}", e.getMessage());
    }
  }

  private void take(FromMounter message) {
    switch (message.getMessageCase()) {
      case SERVED -> {
        Served answer = message.getServed();
        // A mounter that just came got the volume as it is now.
        updated.give(answer.getId(), Updated.newBuilder().setError(answer.getError()).build());
        if (!served.give(answer.getId(), answer) && !answer.getError().isEmpty()) {
          log.error(
              "{} is dead: {}",
              volume(answer.getId())
                  .map(KeyedVolume::volume)
                  .map(VolumeName::of)
                  .orElse("a volume"),
              answer.getError());
          letGo(answer.getId());
        }
      }
      case UPDATED -> updated.give(message.getUpdated().getId(), message.getUpdated());
      case ENDED -> letGo(message.getEnded().getId());
      case HELLO, SERVING, REPORT, MESSAGE_NOT_SET -> {}
    }
  }

  private void letGo(String id) {
    Optional.ofNullable(held.remove(id))
        .ifPresent(gone -> {
          gone.device().close();
          gone.ended().complete(null);
        });
    if (held.isEmpty()) {
      idle.complete(null);
    }
  }

  private void ask(Held each, boolean resume) throws IOException {
    ControlSocket<FromMounter, ToMounter> socket =
        current().orElseThrow(() -> new IOException("there is no mounter at the moment"));
    socket.send(
        ToMounter.newBuilder()
            .setServe(Serve.newBuilder().setVolume(each.volume().message()).setResume(resume))
            .build(),
        each.device());
  }

  private Optional<ControlSocket<FromMounter, ToMounter>> current() {
    synchronized (gate) {
      return link;
    }
  }

  /** Of the mounter that there is at the time: it may die, and another take its place. */
  private ProgressWatch watch() {
    return deadline.watch(
        "the mounter", () -> current().flatMap(socket -> ProcessHandle.of(socket.peer())));
  }

  /**
   * Connects to a mounter, if one listens, and takes over what it serves.
   *
   * @param silence is told whenever nothing has come for {@code look}
   */
  private boolean attach(Duration look, MounterProcess.Silence silence) throws IOException {
    ControlSocket<FromMounter, ToMounter> socket;
    try {
      socket = ControlSocket.connect(run, FromMounter.parser(), deadline.limit());
    } catch (LinuxException e) {
      if (e.is(Errno.EAGAIN)) {
        throw e;
      }
      return false;
    }
    try {
      socket.send(ToMounter.newBuilder().setAttach(Attach.getDefaultInstance()).build());
      socket.receiveTimeout(look);
      int volumes = next(socket, silence).message().getHello().getVolumes();
      List<Held> found = new ArrayList<>();
      for (int i = 0; i < volumes; i++) {
        Received<FromMounter> serving = next(socket, silence);
        Descriptor device =
            serving.descriptor().orElseThrow(() -> new IOException("a volume has no descriptor"));
        found.add(new Held(former.read(serving.message().getServing()), device));
      }
      socket.receiveTimeout(Duration.ZERO);
      for (Held each : found) {
        if (held.putIfAbsent(each.volume().id(), each) != null) {
          each.device().close();
        }
      }
      synchronized (gate) {
        link = Optional.of(socket);
      }
      return true;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static Received<FromMounter> next(
      ControlSocket<FromMounter, ToMounter> socket, MounterProcess.Silence silence)
      throws IOException {
    while (true) {
      try {
        return socket.receive().orElseThrow(() -> new IOException("the mounter has gone"));
      } catch (LinuxException e) {
        if (!e.is(Errno.EAGAIN)) {
          throw e;
        }
        silence.after(e);
      }
    }
  }
}
