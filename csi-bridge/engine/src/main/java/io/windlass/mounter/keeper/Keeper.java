package io.windlass.mounter.keeper;

import io.windlass.linux.Descriptor;
import io.windlass.mounter.run.ControlSocket;
import io.windlass.mounter.run.ControlSocket.Received;
import io.windlass.mounter.run.GiveUpRequest;
import io.windlass.mounter.run.MounterProgram;
import io.windlass.mounter.run.RepeatedWarning;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.run.StopInterlock;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.mounter.volume.VolumeName;
import io.windlass.proto.mounter.FromMounter;
import io.windlass.proto.mounter.Leave;
import io.windlass.proto.mounter.Pong;
import io.windlass.proto.mounter.Serve;
import io.windlass.proto.mounter.Served;
import io.windlass.proto.mounter.ToMounter;
import io.windlass.proto.mounter.Update;
import io.windlass.proto.mounter.Updated;
import io.windlass.proto.mounter.Volume;
import io.windlass.proto.mounter.VolumeReport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeper of mounts: it holds their descriptors and makes sure that a mounter serves them. (A
 * supervisor starts processes again, too. This one is named for the descriptors that it keeps:
 * without them the mounts would die with the mounter.) The mounter is one that runs already, or one
 * that the keeper starts; when a mounter dies, the keeper starts another. Callers of the mounts
 * wait meanwhile and see no error.
 *
 * <p>The keeper may die as well: the mounter has the descriptors, too, and passes them to the next
 * keeper.
 */
public final class Keeper implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Keeper.class);

  private static final String ABSENT = "no mounter answers at the moment";

  /** How often a mounter that does not answer is asked again. */
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** How often a mounter that somebody else starts is looked for. */
  private static final Duration LOOK = Duration.ofMillis(100);

  /** How often a mounter that closes connections is asked again: it is about to end. */
  private static final int ENDINGS = 50;

  private final RunDirectory run;
  private final MounterSource mounter;
  private final ProgressDeadline deadline;
  private final Handshake handshake;
  private final Beginning beginning;
  private final Map<String, Held> held = new ConcurrentHashMap<>();
  private final Answers<Served> served = new Answers<>();
  private final Answers<Updated> updated = new Answers<>();
  private final CompletableFuture<Void> idle = new CompletableFuture<>();
  private final CompletableFuture<Void> attachment = new CompletableFuture<>();
  private final Thread thread = Thread.ofPlatform().name("keeper").unstarted(this::keep);
  private final Object gate = new Object();
  private final RepeatedWarning failures = new RepeatedWarning(log);
  private final LongAdder replacements = new LongAdder();
  private final StartPause starts = new StartPause();
  private final Object handing = new Object();

  /** Whether the mounter that is attached was handed all volumes. Guarded by {@link #handing}. */
  private boolean handedOver;

  private volatile String absent = ABSENT;

  private Optional<ControlSocket<FromMounter, ToMounter>> link = Optional.empty();
  private boolean closed;

  /** A mounted volume, with the descriptor of its mount. */
  private record Held(KeyedVolume volume, Descriptor device, CompletableFuture<Void> ended) {
    Held(KeyedVolume volume, Descriptor device) {
      this(volume, device, new CompletableFuture<>());
    }

    Held as(KeyedVolume other) {
      return new Held(other, device, ended);
    }
  }

  private Keeper(
      RunDirectory run, MounterSource mounter, ProgressDeadline deadline, Beginning beginning) {
    this.run = run;
    this.mounter = mounter;
    this.deadline = deadline;
    this.handshake = new Handshake(run, deadline.limit());
    this.beginning = beginning;
  }

  /** What the thread of a keeper begins with. */
  private enum Beginning {
    /** There is a mounter, or one was looked for. */
    LOOKED,
    /** It looks for a mounter, and starts none if there is nothing to keep. */
    ADOPTING,
    /** It looks for a mounter, or starts one. */
    STARTING
  }

  /**
   * Creates a keeper and starts its thread. It adopts the volumes of a mounter that runs already;
   * if none runs, it starts a mounter. A running mounter that does not answer is asked again and
   * again, as no other process has the descriptors.
   *
   * @param deadline deadline for a mounter that starts or is asked something
   * @throws IOException when no mounter could be started: it ended, or made no progress
   */
  public static Keeper start(RunDirectory run, MounterProgram program, ProgressDeadline deadline)
      throws IOException, InterruptedException {
    Keeper keeper =
        new Keeper(
            run.create(), new ChildMounter(run, program, deadline), deadline, Beginning.LOOKED);
    if (!keeper.answers()) {
      keeper.mounter.get(keeper::attach);
    }
    keeper.thread.start();
    return keeper;
  }

  /**
   * Creates a keeper in place of one that died, and starts its thread. It adopts the volumes of the
   * mounter that runs, and starts another one only if that dies with volumes. When there is nothing
   * to keep, it is {@link #idle} at once: the volume was unmounted meanwhile, or the mounter ended
   * and nobody has the descriptors.
   *
   * @param deadline deadline for a mounter that is asked something, or starts
   */
  public static Keeper adopting(RunDirectory run, MounterProgram program, ProgressDeadline deadline)
      throws IOException {
    return started(run, program, deadline, Beginning.ADOPTING);
  }

  /**
   * Creates a keeper of a mounter that somebody else starts, and starts its thread. It does not
   * wait for the mounter: until one listens, {@link #requireMounter} fails.
   *
   * @param deadline deadline for a mounter that is asked something
   */
  public static Keeper ofExternal(RunDirectory run, ProgressDeadline deadline) throws IOException {
    Keeper keeper = new Keeper(run.create(), new ExternalMounter(run), deadline, Beginning.LOOKED);
    if (!keeper.answers()) {
      log.info("waits for a mounter in {}, which somebody else starts", run.path());
    }
    keeper.thread.start();
    return keeper;
  }

  /**
   * Creates a keeper and starts its thread, which attaches to a mounter that runs, or starts one.
   * Does not wait for it.
   *
   * @param deadline deadline for a mounter that is asked something, or starts
   */
  public static Keeper inBackground(
      RunDirectory run, MounterProgram program, ProgressDeadline deadline) throws IOException {
    return started(run, program, deadline, Beginning.STARTING);
  }

  private static Keeper started(
      RunDirectory run, MounterProgram program, ProgressDeadline deadline, Beginning beginning)
      throws IOException {
    Keeper keeper =
        new Keeper(run.create(), new ChildMounter(run, program, deadline), deadline, beginning);
    keeper.thread.start();
    return keeper;
  }

  /**
   * Attaches to a running mounter. Returns false only if no mounter runs, or the one that ran has
   * just ended. A running mounter that does not answer within the deadline, whether or not it makes
   * progress, is asked again later, and this does not wait for it.
   */
  private boolean answers() {
    try {
      for (int i = 0; i < ENDINGS; i++) {
        Handshake.Result result =
            connect(
                deadline.limit(),
                timeout -> {
                  throw timeout;
                });
        if (!(result instanceof Handshake.Gone)) {
          return result instanceof Handshake.Attached;
        }
        if (closedWithin(LOOK)) {
          return true;
        }
      }
      failures.log("the running mounter closes each connection");
    } catch (IOException e) {
      failures.log("the running mounter does not answer: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return true;
  }

  /**
   * Checks that a mounter is attached.
   *
   * @throws IOException when no mounter answers at the moment
   */
  public void requireMounter() throws IOException {
    if (!isAttached()) {
      throw new IOException(absent);
    }
  }

  /** Returns whether a mounter is attached. Then {@link #volumes} are all that it serves. */
  public boolean isAttached() {
    return current().isPresent();
  }

  /**
   * Returns a future that completes as soon as the first mounter is attached. Before, {@link
   * #volumes} has none of those that a mounter serves already.
   */
  public CompletableFuture<Void> attachment() {
    return attachment.copy();
  }

  /** Returns the directory in which the keeper meets its mounter. */
  public RunDirectory run() {
    return run;
  }

  /** Returns how often another mounter took over since this keeper was created. */
  public long replacements() {
    return replacements.sum();
  }

  /** Returns the volumes that are kept. */
  public List<Volume> volumes() {
    return held.values().stream().map(each -> each.volume().volume()).toList();
  }

  /**
   * Returns the kept volume with this id. Its mount exists, though possibly no mounter serves it at
   * the moment.
   */
  public Optional<KeyedVolume> volume(String id) {
    return Optional.ofNullable(held.get(id)).map(Held::volume);
  }

  /**
   * Has the mounter serve a mount. Returns when it does. The keeper holds the descriptor from then
   * on.
   *
   * @param volume must not be kept yet: see {@link #awaitEnd}
   * @param device descriptor of a new mount; closed when this fails
   * @throws ServeException when the mounter cannot serve the volume
   * @throws IOException when the volume is kept already, or no mounter answers
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
      Served answer = served.ask(id, () -> ask(each, false, 0), watch());
      if (!answer.getError().isEmpty()) {
        throw ServeException.of(answer);
      }
      done = true;
    } finally {
      if (!done) {
        letGo(id);
      }
    }
  }

  /**
   * Keeps a mount that another mounter served, and has the mounter, or the next one, go on with it.
   * Does not wait for it. Of a volume that is kept already, nothing changes.
   *
   * @param device descriptor of the mount; closed when the volume is let go
   * @return the end of the volume: it was let go
   */
  public CompletableFuture<Void> resume(KeyedVolume volume, Descriptor device) {
    synchronized (handing) {
      Held each = new Held(volume, device);
      Optional<Held> before = Optional.ofNullable(held.putIfAbsent(volume.id(), each));
      if (before.isPresent()) {
        device.close();
        return before.get().ended().copy();
      }
      if (handedOver) {
        try {
          ask(each, true, 0);
        } catch (IOException e) {
          log.debug("the next mounter is handed the volume", e);
        }
      }
      return each.ended().copy();
    }
  }

  /** Changes a kept volume like {@link #update}, without waiting for the mounter. */
  public void change(KeyedVolume volume) {
    if (held.computeIfPresent(volume.id(), (_, before) -> before.as(volume)) != null) {
      current().ifPresent(socket -> send(socket, update(volume.message())));
    }
  }

  private static ToMounter update(Volume message) {
    return ToMounter.newBuilder().setUpdate(Update.newBuilder().setVolume(message)).build();
  }

  /**
   * Changes the credential or the capacity of a kept volume. Every later mounter uses them, too,
   * even if the present one does not answer.
   *
   * @throws IOException when the volume is not kept, or the mounter refuses or does not answer
   */
  public void update(KeyedVolume volume) throws IOException, InterruptedException {
    String id = volume.id();
    if (held.computeIfPresent(id, (_, before) -> before.as(volume)) == null) {
      throw new IOException("volume %s is not mounted".formatted(id));
    }
    Optional<ControlSocket<FromMounter, ToMounter>> socket = current();
    if (socket.isEmpty()) {
      return; // The next mounter receives the volume as it is now.
    }
    ToMounter message = update(volume.message());
    Updated answer = updated.ask(id, () -> socket.get().send(message), watch());
    if (!answer.getError().isEmpty()) {
      throw new IOException(answer.getError());
    }
  }

  /**
   * Checks that the mounter answers.
   *
   * @throws IOException when it does not answer within seconds, or there is none
   */
  public void ping() throws IOException {
    MounterReports.ask(run, "of none");
  }

  /**
   * Returns the mounter's report of a volume.
   *
   * @throws IOException when the mounter does not answer within seconds, or does not serve the
   *     volume
   */
  public VolumeReport report(String id) throws IOException {
    return MounterReports.ask(run, id).getVolumesList().stream()
        .findFirst()
        .orElseThrow(() -> new IOException("volume %s is not served".formatted(id)));
  }

  /**
   * Waits until a volume is no longer kept. Returns false if it still is after {@code patience}.
   */
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

  /**
   * Returns a future that completes as soon as a volume is let go, or could not be served, and no
   * other volume is kept; of a keeper that {@linkplain #adopting adopts}, also when there was none.
   */
  public CompletableFuture<Void> idle() {
    return idle.copy();
  }

  /**
   * Has a volume given up that is unmounted and still in use: programs that use it get errors. Its
   * end is {@linkplain #awaitEnd awaited} as any other.
   */
  public void giveUp(String id) {
    current().ifPresent(socket -> send(socket, GiveUpRequest.of(id)));
  }

  /**
   * Tells the mounter that this keeper was told to end, so that the mounter does not start another.
   */
  public void leave() {
    synchronized (gate) {
      link.ifPresent(socket ->
          send(socket, ToMounter.newBuilder().setLeave(Leave.getDefaultInstance()).build()));
    }
  }

  /** Sends a message to a mounter that may have gone. */
  private static void send(ControlSocket<FromMounter, ToMounter> socket, ToMounter message) {
    try {
      socket.send(message);
    } catch (IOException e) {
      log.debug("the mounter has gone", e);
    }
  }

  /**
   * Stops keeping, and closes the descriptors. The mounter is not started again; mounts live as
   * long as the mounter serves them.
   */
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

  /**
   * Returns the interlock for the end of this process: it waits for a mounter that serves all kept
   * volumes. For a mounter that somebody else starts.
   */
  public StopInterlock stopInterlock(Duration patience) {
    return new StopInterlock(run, new KeeperParty(), patience);
  }

  private final class KeeperParty implements StopInterlock.Party {
    @Override
    public String other() {
      return "mounter";
    }

    @Override
    public List<String> volumes() {
      return Keeper.this.volumes().stream().map(VolumeName::of).toList();
    }

    @Override
    public boolean othersHoldAll() {
      try {
        return MounterReports.ask(run).getVolumesList().stream()
            .map(VolumeReport::getId)
            .collect(Collectors.toSet())
            .containsAll(held.keySet());
      } catch (IOException e) {
        return false;
      }
    }
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
      synchronized (handing) {
        handedOver = false;
      }
      if (!again(starts.afterLife(Duration.ofNanos(System.nanoTime() - since)))) {
        return;
      }
    }
  }

  /** Waits until a mounter is attached. Returns false if the keeper is closed before. */
  private boolean attached() {
    try {
      Duration pause = beginning == Beginning.LOOKED ? PAUSE : Duration.ZERO;
      while (current().isEmpty()) {
        if (closedWithin(pause)) {
          return false;
        }
        pause = PAUSE;
        if (!answers()) {
          if (beginning != Beginning.ADOPTING || !held.isEmpty()) {
            return again(Duration.ZERO);
          }
          break;
        }
      }
      if (beginning == Beginning.ADOPTING && held.isEmpty()) {
        idle.complete(null);
      }
      if (beginning == Beginning.STARTING && current().isPresent()) {
        handOverWhatIsThere();
      }
      return current().isPresent();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Starts a mounter after a pause and hands it all volumes, until that succeeds. Returns false if
   * the keeper is closed before.
   */
  private boolean again(Duration first) {
    long began = System.nanoTime();
    Duration pause = mounter instanceof ExternalMounter ? Duration.ZERO : first;
    if (!pause.isZero()) {
      missing(
          "%d mounters in a row ended soon after their start; the next one is started in %d ms"
              .formatted(starts.ends(), pause.toMillis()));
    }
    try {
      while (!closedWithin(pause)) {
        try {
          mounter.get(this::attach);
          handOver();
          replacements.increment();
          log.info("a new mounter serves after {} ms", (System.nanoTime() - began) / 1_000_000);
          failures.over();
          absent = ABSENT;
          return true;
        } catch (IOException e) {
          pause = pause();
          missing(e.getMessage());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private void missing(@Nullable String why) {
    absent = "there is no mounter, and programs that use the mounts wait: " + why;
    failures.log(absent);
  }

  /** Hands all volumes to the mounter that is attached. */
  private void handOver() throws IOException {
    synchronized (handing) {
      List<Held> all = List.copyOf(held.values());
      for (int i = 0; i < all.size(); i++) {
        ask(all.get(i), true, all.size() - 1 - i);
      }
      handedOver = true;
    }
  }

  /** The same to one that ran already: if it has gone, the next one gets them. */
  private void handOverWhatIsThere() {
    try {
      handOver();
    } catch (IOException e) {
      log.debug("the mounter has gone", e);
    }
  }

  /** An external mounter is looked for more often, which costs nothing, than one is started. */
  private Duration pause() {
    return switch (mounter) {
      case ChildMounter _ -> starts.afterFailure();
      case ExternalMounter _ -> LOOK;
    };
  }

  private boolean closedWithin(Duration pause) throws InterruptedException {
    long deadline = System.nanoTime() + pause.toNanos();
    synchronized (gate) {
      while (!closed && System.nanoTime() - deadline < 0) {
        gate.wait(Math.clamp((deadline - System.nanoTime()) / 1_000_000, 1, PAUSE.toMillis()));
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
      synchronized (gate) {
        if (closed) {
          return;
        }
      }
      log.warn("the connection to the mounter broke: {}", e.getMessage());
    }
  }

  private void take(FromMounter message) {
    switch (message.getMessageCase()) {
      case SERVED -> {
        Served answer = message.getServed();
        // A mounter that just started got the volume as it is now, so an update is done, too.
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
      case PING -> pong();
      case HELLO, SERVING, REPORT, MESSAGE_NOT_SET -> {}
    }
  }

  private void pong() {
    current()
        .ifPresent(socket ->
            send(socket, ToMounter.newBuilder().setPong(Pong.getDefaultInstance()).build()));
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

  /** Asks the mounter to serve a volume, after which so many others follow. */
  private void ask(Held each, boolean resume, int following) throws IOException {
    ControlSocket<FromMounter, ToMounter> socket =
        current().orElseThrow(() -> new IOException("there is no mounter at the moment"));
    socket.send(
        ToMounter.newBuilder()
            .setServe(
                Serve.newBuilder()
                    .setVolume(each.volume().message())
                    .setResume(resume)
                    .setFollowing(following))
            .build(),
        each.device());
  }

  private Optional<ControlSocket<FromMounter, ToMounter>> current() {
    synchronized (gate) {
      return link;
    }
  }

  /**
   * Creates a watch over the mounter that is attached at the time: one may die and another follow.
   */
  private ProgressWatch watch() {
    return deadline.watch(
        "the mounter", () -> current().flatMap(socket -> ProcessHandle.of(socket.peer())));
  }

  /**
   * Connects to a mounter, if one listens, and adopts the volumes that it serves.
   *
   * @param silence called whenever the mounter has sent nothing for {@code look}
   * @return false if no mounter listens
   */
  private boolean attach(Duration look, MounterSource.Silence silence) throws IOException {
    return connect(look, silence) instanceof Handshake.Attached;
  }

  private Handshake.Result connect(Duration look, MounterSource.Silence silence)
      throws IOException {
    Handshake.Result result = handshake.with(look, silence);
    if (result instanceof Handshake.Attached attached) {
      for (Handshake.Mount each : attached.mounts()) {
        Held adopted = new Held(each.volume(), each.device());
        if (held.putIfAbsent(each.volume().id(), adopted) != null) {
          each.device().close();
        }
      }
      synchronized (gate) {
        if (closed) { // and whoever closed the keeper did not find this link
          attached.socket().close();
          throw new IOException("the keeper is closed");
        }
        link = Optional.of(attached.socket());
      }
      attachment.complete(null);
    }
    return result;
  }
}
