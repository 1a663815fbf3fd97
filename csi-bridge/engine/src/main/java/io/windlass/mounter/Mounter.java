package io.windlass.mounter;

import io.windlass.connect.BucketConnectors;
import io.windlass.error.DriverException;
import io.windlass.error.ErrorKind;
import io.windlass.fs.read.BlockCache;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fuse.BufferPool;
import io.windlass.fuse.FuseSession;
import io.windlass.http.Proxies;
import io.windlass.linux.Descriptor;
import io.windlass.linux.DescriptorListener;
import io.windlass.linux.Users;
import io.windlass.mounter.keeper.ProgressDeadline;
import io.windlass.mounter.run.ControlSocket;
import io.windlass.mounter.run.ControlSocket.Received;
import io.windlass.mounter.run.KeeperProgram;
import io.windlass.mounter.run.MounterProgram;
import io.windlass.mounter.run.MounterTurn;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.run.StopInterlock;
import io.windlass.mounter.run.Upkeep;
import io.windlass.mounter.volume.BucketVolumes;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.mounter.volume.VolumeName;
import io.windlass.mounter.volume.VolumeOpener;
import io.windlass.proto.mounter.Ended;
import io.windlass.proto.mounter.FromMounter;
import io.windlass.proto.mounter.Hello;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.Serve;
import io.windlass.proto.mounter.Served;
import io.windlass.proto.mounter.ToMounter;
import io.windlass.proto.mounter.Updated;
import io.windlass.proto.mounter.Volume;
import io.windlass.proto.mounter.VolumeReport;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server of volumes for a keeper, which passes it their descriptors over a socket. When the keeper
 * dies, the mounter continues to serve, starts another keeper if it has a program for it, and
 * passes the descriptors to the next keeper that attaches.
 *
 * <p>The field says FUSE daemon, or server; but this one has no mount of its own, and "mounter" is
 * its name in commands, pods, files and messages, which two versions share during an upgrade.
 */
public final class Mounter {
  /**
   * How long a keeper that attaches waits for volumes that the former keeper sent to be taken over.
   */
  private static final Duration RESUMING = Duration.ofSeconds(15);

  private static final Logger log = LoggerFactory.getLogger(Mounter.class);

  /**
   * How long the one keeper that attaches waits for volumes that were unmounted, and whose data is
   * still sent.
   */
  private static final Duration FINISHING = Duration.ofSeconds(30);

  /** How long a mounter lives to which no keeper has come: who started it has ended. */
  static final Duration FIRST_KEEPER = Duration.ofMinutes(1);

  /** How long a message waits for a peer that does not read, before sending fails. */
  static final Duration SENDING = Duration.ofSeconds(5);

  /** Time within which a keeper that somebody else restarted attaches again. */
  private static final Duration GRACE = Duration.ofMillis(500);

  /** How often it is looked whether the first keeper has come in time. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Pause after a connection that could not be accepted. */
  private static final Duration ACCEPTING = Duration.ofMillis(100);

  /** How long no request has come, at least, when memory is given back. */
  private static final Duration REST = Duration.ofSeconds(30);

  /** Most bytes of data in one request of the kernel. */
  static final int MAX_REQUEST = 1 << 20;

  /** Reports per message: with the longest paths and keys, that many fit. */
  private static final int REPORTS_A_MESSAGE = 8;

  /** Buffers for requests of all volumes that are worked on at once. */
  private static final int BUFFERS = 64;

  /** The same of a mounter for volumes in quarantine, which has little memory. */
  private static final int QUARANTINE_BUFFERS = 16;

  private final RunDirectory run;
  private final String version;
  private final String commit;
  private final BufferPool pool;
  private final VolumeOpener opener;
  private final Upkeep upkeep;
  private final Duration sending;
  private final Duration firstKeeper;
  private final long started = System.nanoTime();
  private final Suspects suspects;
  private final Optional<Quarantine> quarantine;
  private final ResumeOrder order = new ResumeOrder();
  private final Map<String, ServedMount> volumes = new ConcurrentHashMap<>();
  private final Set<String> opening = ConcurrentHashMap.newKeySet();
  private final Object gate = new Object();
  private Optional<AttachedKeeper> keeper = Optional.empty();
  private boolean hadKeeper;
  private int resuming;
  private boolean left;
  private boolean over;

  /** Whether the process is about to end and takes no volume any more. */
  private boolean ending;

  Mounter(
      RunDirectory run,
      String version,
      String commit,
      BufferPool pool,
      VolumeOpener opener,
      Upkeep upkeep,
      Duration sending,
      Duration firstKeeper,
      Suspects suspects,
      Optional<Quarantine> quarantine) {
    this.run = run;
    this.version = version;
    this.commit = commit;
    this.pool = pool;
    this.opener = opener;
    this.upkeep = upkeep;
    this.sending = sending;
    this.firstKeeper = firstKeeper;
    this.suspects = suspects;
    this.quarantine = quarantine;
  }

  /**
   * Creates a mounter for buckets that serves no volume yet. It has to be this mounter's turn: see
   * {@link MounterTurn}.
   *
   * @param version version of this build, for reports
   * @param commit that it was built from, for reports
   * @param connectors connectors of the servers that volumes may be on
   * @param proxies which requests to them go through a proxy
   * @param upkeep who starts keeper and mounter when one of them has ended
   * @param quarantine starts the mounter of volumes in quarantine; empty: there is no quarantine
   * @param deadline deadline for that mounter
   */
  public static Mounter serving(
      RunDirectory run,
      String version,
      String commit,
      BucketConnectors connectors,
      Proxies proxies,
      Memory memory,
      Optional<BlockCache> cache,
      Upkeep upkeep,
      Optional<MounterProgram> quarantine,
      ProgressDeadline deadline) {
    Suspects suspects = Suspects.read(run, quarantine.isPresent());
    Memory share = suspects.quarantined() ? memory.besideQuarantine() : memory;
    ReadEngine engine = new ReadEngine(ReadSettings.DEFAULT.withMemory(share.readBytes()), cache);
    return new Mounter(
        run,
        version,
        commit,
        new BufferPool(MAX_REQUEST, run.isQuarantine() ? QUARANTINE_BUFFERS : BUFFERS),
        new BucketVolumes(connectors, proxies, engine),
        upkeep,
        SENDING,
        FIRST_KEEPER,
        suspects,
        quarantine.map(program -> new Quarantine(run, program, deadline)));
  }

  /**
   * Serves until the keeper is gone and no volume is left, or no keeper has come in time; with
   * {@link Upkeep.External}, for ever. It has to be this mounter's turn: see {@link MounterTurn}.
   *
   * @throws IOException when the socket cannot be created
   */
  public void run() throws IOException {
    try (DescriptorListener listener = DescriptorListener.listen(run.mounterSocket())) {
      log.info("listens on {}", run.mounterSocket());
      Thread.ofPlatform().daemon().name("control").start(() -> accept(listener));
      awaitEnd();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      synchronized (gate) {
        over = true;
        gate.notifyAll();
      }
    }
  }

  private void awaitEnd() throws InterruptedException {
    long next = System.nanoTime() + REST.toNanos();
    while (true) {
      synchronized (gate) {
        if (isDone()) {
          return;
        }
        gate.wait(hadKeeper ? REST.toMillis() : LOOK.toMillis());
      }
      if (System.nanoTime() - next >= 0) {
        next = System.nanoTime() + REST.toNanos();
        rest();
      }
    }
  }

  /** Gives back memory of mounts that are at rest, and once all are, what they have in common. */
  private void rest() {
    boolean quiet = true;
    for (ServedMount volume : volumes.values()) {
      quiet &= volume.rest();
    }
    if (quiet) {
      pool.rest();
    }
  }

  private boolean isDone() {
    return switch (upkeep) {
      case Upkeep.Mutual _, Upkeep.ByKeeper _ ->
          keeper.isEmpty()
              && isIdle()
              && (hadKeeper || System.nanoTime() - started > firstKeeper.toNanos());
      case Upkeep.External _ -> false;
    };
  }

  /** Returns why nothing can be mounted at the moment, if so. Returns at once. */
  public Optional<String> notReady() {
    synchronized (gate) {
      return keeper.isPresent() ? Optional.empty() : Optional.of("no node plugin is connected");
    }
  }

  /**
   * Ends the service of a mounter that was told to end: waits for a keeper that holds all volumes,
   * and then leaves the requests that come to the next mounter. For {@link Upkeep.External}. The
   * process has to end after this, because the interlock is held until then.
   */
  public void stop(Duration patience) {
    StopInterlock interlock = new StopInterlock(run, new MounterParty(), patience);
    if (interlock.await()) {
      // All at once: one whose server is silent takes all of its time.
      try (ExecutorService leaving = Executors.newVirtualThreadPerTaskExecutor()) {
        volumes.values().forEach(volume -> leaving.execute(volume::leave));
      }
    }
  }

  /**
   * Delays the end of a mounter whose whole process group was told to end, as a service is: its
   * keeper unmounts, and this mounter still sends what was written. For {@link Upkeep.Mutual}.
   *
   * @param leave how long the keeper may take to say that it was told to end, too; otherwise it
   *     starts another mounter when this one has ended
   * @param most how long to wait then until {@link #run} has ended
   */
  public void awaitLeave(Duration leave, Duration most) throws InterruptedException {
    synchronized (gate) {
      if (awaitGate(() -> left || keeper.isEmpty(), leave) && left) {
        boolean _ = awaitGate(() -> over, most);
      }
    }
  }

  /** Waits at the gate, which the caller holds. Returns false if the time is over before. */
  private boolean awaitGate(BooleanSupplier condition, Duration patience)
      throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!over && !condition.getAsBoolean()) {
      long remaining = (deadline - System.nanoTime()) / 1_000_000;
      if (remaining <= 0) {
        return false;
      }
      gate.wait(remaining);
    }
    return true;
  }

  private final class MounterParty implements StopInterlock.Party {
    @Override
    public String other() {
      return "node plugin";
    }

    @Override
    public List<String> volumes() {
      synchronized (gate) {
        if (isIdle()) {
          ending = true;
        }
        return volumes.values().stream().map(each -> VolumeName.of(each.volume())).toList();
      }
    }

    @Override
    public boolean othersHoldAll() throws InterruptedException {
      Optional<AttachedKeeper> attached;
      synchronized (gate) {
        attached = keeper;
      }
      if (attached.isEmpty() || !attached.get().lives()) {
        return false;
      }
      synchronized (gate) {
        ending = keeper.equals(attached);
        return ending;
      }
    }
  }

  /** Returns whether no volume is served or about to be taken over. */
  private boolean isIdle() {
    synchronized (gate) {
      return volumes.isEmpty() && resuming == 0;
    }
  }

  private void accept(DescriptorListener listener) {
    while (!listener.isClosed()) {
      try {
        ControlSocket<ToMounter, FromMounter> socket =
            new ControlSocket<>(listener.accept(), ToMounter.parser());
        Thread.ofPlatform().daemon().name("control-peer").start(() -> converse(socket));
      } catch (IOException e) {
        notAccepted(listener, e);
      }
    }
  }

  /** A mounter that has too many open files accepts connections again when it has fewer. */
  private static void notAccepted(DescriptorListener listener, IOException reason) {
    if (listener.isClosed()) {
      return;
    }
    log.warn("a connection could not be accepted: {}", reason.getMessage());
    try {
      Thread.sleep(ACCEPTING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void converse(ControlSocket<ToMounter, FromMounter> socket) {
    try (socket) {
      socket.sendTimeout(sending);
      requireKeeperUser(socket.peerUser());
      while (true) {
        Optional<Received<ToMounter>> received = socket.receive();
        if (received.isEmpty()) {
          return;
        }
        answer(socket, received.get());
      }
    } catch (IOException e) {
      log.warn("a connection broke: {}", e.getMessage());
    } finally {
      gone(socket);
    }
  }

  /** The keeper runs as the same user, or as root, who can mount. */
  private static void requireKeeperUser(int user) throws IOException {
    if (user != Users.own() && user != Users.ROOT) {
      throw new IOException("its other end runs as user " + user);
    }
  }

  private void answer(ControlSocket<ToMounter, FromMounter> socket, Received<ToMounter> received)
      throws IOException {
    ToMounter message = received.message();
    switch (message.getMessageCase()) {
      case ATTACH -> attach(new AttachedKeeper(socket));
      case SERVE -> serve(socket, message.getServe(), received.descriptor());
      case REPORT -> report(socket, message.getReport().getId());
      case LEAVE -> leaving();
      case PONG -> pong(socket);
      case GIVE_UP -> giveUp(message.getGiveUp().getId());
      case UPDATE ->
          socket.send(
              FromMounter.newBuilder()
                  .setUpdated(update(KeyedVolume.received(message.getUpdate().getVolume())))
                  .build());
      case MESSAGE_NOT_SET ->
          log.warn("a keeper of another version sent a message that this mounter does not know");
    }
  }

  /**
   * Passes all volumes to a keeper that attaches. Messages are sent without the lock, so that a
   * peer that does not read delays only itself.
   */
  private void attach(AttachedKeeper attaching) throws IOException {
    awaitResumed();
    awaitFinished();
    ControlSocket<ToMounter, FromMounter> socket = attaching.socket();
    Map<ServedMount, Descriptor> told = new HashMap<>();
    try {
      for (ServedMount volume : volumes.values()) {
        volume.duplicateDevice().ifPresent(device -> told.put(volume, device));
      }
      socket.send(
          FromMounter.newBuilder()
              .setHello(
                  Hello.newBuilder()
                      .setPid(ProcessHandle.current().pid())
                      .setVersion(version)
                      .setVolumes(told.size()))
              .build());
      for (Map.Entry<ServedMount, Descriptor> each : told.entrySet()) {
        Volume volume = each.getKey().message();
        socket.send(FromMounter.newBuilder().setServing(volume).build(), each.getValue());
        attaching.holds(volume.getId());
      }
    } finally {
      told.values().forEach(Descriptor::close);
    }
    adopt(attaching).forEach(id -> tell(socket, id));
  }

  /**
   * Makes {@code attaching} the keeper, in place of the former one, if it was told of all present
   * volumes. This is the last step of attaching: a keeper that gave up waiting must not replace one
   * that is attached.
   *
   * @return volumes that it was told of and that have ended meanwhile
   * @throws IOException when there is a volume that it was not told of: it has to attach again
   */
  private Set<String> adopt(AttachedKeeper attaching) throws IOException {
    synchronized (gate) {
      Set<String> told = attaching.held();
      if (volumes.entrySet().stream()
          .anyMatch(each -> !told.contains(each.getKey()) && !each.getValue().isOver())) {
        throw new IOException(
            "a volume was mounted while a keeper attached: it has to attach again");
      }
      keeper = Optional.of(attaching);
      hadKeeper = true;
      left = false;
      gate.notifyAll();
      return told.stream()
          .filter(id -> !volumes.containsKey(id))
          .filter(attaching::letsGo)
          .collect(Collectors.toSet());
    }
  }

  private void pong(ControlSocket<ToMounter, FromMounter> socket) {
    synchronized (gate) {
      keeper.filter(attached -> attached.isOver(socket)).ifPresent(AttachedKeeper::answered);
    }
  }

  private void leaving() {
    synchronized (gate) {
      left = true;
      gate.notifyAll();
    }
  }

  /**
   * Waits until the volumes that the former keeper sent are taken over, so that a new keeper is
   * told of them, too.
   */
  private void awaitResumed() {
    long deadline = System.nanoTime() + RESUMING.toNanos();
    synchronized (gate) {
      while (resuming > 0 && System.nanoTime() - deadline < 0) {
        try {
          gate.wait(RESUMING.toMillis());
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  /**
   * Waits until volumes that were unmounted have ended, if this mounter serves one mount: who
   * attaches then is to serve the next one, and a mounter that has no volume and no keeper ends.
   */
  private void awaitFinished() {
    if (!(upkeep instanceof Upkeep.Mutual)) {
      return;
    }
    long deadline = System.nanoTime() + FINISHING.toNanos();
    synchronized (gate) {
      while (volumes.values().stream().anyMatch(ServedMount::isOver)
          && System.nanoTime() - deadline < 0) {
        try {
          gate.wait(LOOK.toMillis());
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  /**
   * Serves a volume, on another thread: the server of a new volume may be slow, and a keeper that
   * sends the volumes of a mounter that died may die before all are taken over. In that case no
   * other process has their descriptors.
   */
  private void serve(
      ControlSocket<ToMounter, FromMounter> socket, Serve request, Optional<Descriptor> device) {
    synchronized (gate) {
      if (ending) {
        // No answer: the keeper asks the next mounter, as soon as this one has gone.
        device.ifPresent(Descriptor::close);
        return;
      }
      if (request.getResume()) {
        resuming++;
      }
    }
    if (!request.getResume()) {
      Thread.ofPlatform().daemon().name("serve").start(() -> tell(socket, serve(request, device)));
      return;
    }
    order.resume(
        standing(request.getVolume().getId()),
        () -> {
          try {
            tell(socket, serve(request, device));
          } finally {
            synchronized (gate) {
              resuming--;
              gate.notifyAll();
            }
          }
        });
    if (request.getFollowing() == 0) {
      order.complete();
    }
  }

  /** A keeper may ask for a volume that is served, as its connection broke. */
  private Suspects.Standing standing(String id) {
    return volumes.containsKey(id) ? new Suspects.Standing.Clear() : suspects.standing(run, id);
  }

  private static void tell(ControlSocket<ToMounter, FromMounter> socket, Served answer) {
    try {
      socket.send(FromMounter.newBuilder().setServed(answer).build());
    } catch (IOException e) {
      log.debug("the keeper has gone", e);
    }
  }

  private Served serve(Serve request, Optional<Descriptor> device) {
    String id = request.getVolume().getId();
    Served.Builder answer = Served.newBuilder().setId(id);
    if (device.isEmpty()) {
      return answer.setError("the descriptor of volume %s is missing".formatted(id)).build();
    }
    if (!opening.add(id)) {
      device.get().close();
      return answer
          .setKind(ErrorKind.ABORTED.name())
          .setError("volume %s is being opened since an earlier call".formatted(id))
          .build();
    }
    try {
      return serveAlone(request, device.get(), answer);
    } finally {
      opening.remove(id);
    }
  }

  private Served serveAlone(Serve request, Descriptor device, Served.Builder answer) {
    KeyedVolume wanted = KeyedVolume.received(request.getVolume());
    String id = wanted.id();
    if (volumes.containsKey(id)) {
      device.close();
      if (request.getResume() && isHeld(id)) {
        return answer.build();
      }
      return answer
          .setKind(ErrorKind.ABORTED.name())
          .setError("the last mount of volume %s has not ended yet".formatted(id))
          .build();
    }
    try {
      ServedMount volume = open(wanted, device, request.getResume());
      synchronized (gate) {
        volumes.put(id, volume);
        keeper.ifPresent(attached -> attached.holds(id));
      }
      volume.end().thenAcceptAsync(how -> ended(volume, how), Mounter::onItsOwn);
      log.info(
          "{} {}", request.getResume() ? "goes on with" : "serves", VolumeName.of(wanted.volume()));
      return answer.build();
    } catch (IOException | RuntimeException | Error e) {
      // Without an answer, nobody would know that programs wait for nothing.
      device.close();
      log.error("{} cannot be served: {}", VolumeName.of(wanted.volume()), e.getMessage());
      if (!request.getResume()) {
        forget(wanted.volume());
      }
      return answer.setKind(kind(e)).setError(String.valueOf(e.getMessage())).build();
    }
  }

  private ServedMount open(KeyedVolume wanted, Descriptor device, boolean resume)
      throws IOException {
    String id = wanted.id();
    if (resume
        && quarantine.isPresent()
        && suspects.standing(run, id) instanceof Suspects.Standing.Quarantined) {
      log.error(
          "{} is in quarantine, as mounters ended while it alone was served: a mounter of its own"
              + " serves it until it is unmounted",
          VolumeName.of(wanted.volume()));
      return quarantine.get().take(wanted, device);
    }
    return ServedVolume.serve(wanted, device, resume, run.stateOf(id), pool, opener);
  }

  /** Notes that the keeper holds a volume, if it is still served. */
  private boolean isHeld(String id) {
    synchronized (gate) {
      boolean served = volumes.containsKey(id);
      if (served) {
        keeper.ifPresent(attached -> attached.holds(id));
      }
      return served;
    }
  }

  private static String kind(Throwable failure) {
    return failure.getCause() instanceof DriverException e ? e.kind().name() : "";
  }

  private Updated update(KeyedVolume wanted) {
    Updated.Builder answer = Updated.newBuilder().setId(wanted.id());
    Optional<ServedMount> served = Optional.ofNullable(volumes.get(wanted.id()));
    if (served.isEmpty()) {
      return answer.setError("volume %s is not served".formatted(wanted.id())).build();
    }
    try {
      served.get().update(wanted);
      return answer.build();
    } catch (IOException e) {
      return answer.setError(String.valueOf(e.getMessage())).build();
    }
  }

  /**
   * Runs a task on its own thread, and not on a thread of the session, for which closing the
   * session waits.
   */
  private static void onItsOwn(Runnable task) {
    Thread.ofPlatform().daemon().name("volume-end").start(task);
  }

  /** Removes what was kept for a volume, so that the run directory does not grow. */
  private void forget(Volume volume) {
    try {
      run.forget(volume.getId());
    } catch (IOException e) {
      log.warn(
          "the state of {} in {} could not be removed: {}",
          VolumeName.of(volume),
          run.stateOf(volume.getId()),
          e.getMessage());
    }
  }

  private void ended(ServedMount volume, FuseSession.End how) {
    String id = volume.volume().getId();
    String name = VolumeName.of(volume.volume());
    switch (how) {
      case STOPPED -> {
        return;
      }
      case FAILED -> log.error("{} cannot be served any more: it has to be mounted anew", name);
      case UNMOUNTED -> log.info("{} is unmounted", name);
    }
    volume.close();
    forget(volume.volume());
    Optional<AttachedKeeper> attached;
    synchronized (gate) {
      volumes.remove(id);
      attached = keeper.filter(each -> each.letsGo(id));
      gate.notifyAll();
    }
    attached.ifPresent(each -> tell(each.socket(), id));
  }

  /**
   * Gives up volumes that are still in use. The kernel ends a session whose last descriptor is
   * closed: programs get errors. A volume whose session has ended already is only finishing.
   */
  private void giveUp(String id) {
    volumes.entrySet().stream()
        .filter(each -> id.isEmpty() || id.equals(each.getKey()))
        .map(Map.Entry::getValue)
        .filter(volume -> !volume.isOver())
        .forEach(volume -> {
          log.warn(
              "{} is given up although programs use it, as a copy of its mount in another mount"
                  + " namespace: they get errors",
              VolumeName.of(volume.volume()));
          onItsOwn(() -> ended(volume, FuseSession.End.UNMOUNTED));
        });
  }

  private static void tell(ControlSocket<ToMounter, FromMounter> socket, String id) {
    try {
      socket.send(FromMounter.newBuilder().setEnded(Ended.newBuilder().setId(id)).build());
    } catch (IOException e) {
      log.debug("the keeper has gone", e);
    }
  }

  private void gone(ControlSocket<ToMounter, FromMounter> socket) {
    synchronized (gate) {
      if (keeper.filter(attached -> attached.isOver(socket)).isEmpty()) {
        return;
      }
      keeper = Optional.empty();
      gate.notifyAll();
      order.complete(); // it sends no more volumes
      if (isIdle() || left) {
        return;
      }
    }
    log.warn("the keeper has gone; its volumes are still served");
    switch (upkeep) {
      case Upkeep.Mutual(KeeperProgram program) ->
          Thread.ofPlatform().daemon().name("keeper-start").start(() -> startKeeper(program));
      case Upkeep.ByKeeper _, Upkeep.External _ -> {}
    }
  }

  private void startKeeper(KeeperProgram program) {
    long deadline = System.nanoTime() + GRACE.toNanos();
    try {
      synchronized (gate) {
        while (keeper.isEmpty() && !isIdle() && System.nanoTime() - deadline < 0) {
          gate.wait(GRACE.toMillis());
        }
        if (keeper.isPresent() || isIdle()) {
          return;
        }
      }
      // Not under the lock, as starting a process takes time. One that comes too late ends.
      program.start(run);
    } catch (IOException e) {
      log.error("no keeper could be started; the mounts end when this process ends", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Sends the report of one volume, or of all if {@code id} is empty. A node may have hundreds of
   * volumes, so this may take several messages.
   */
  private void report(ControlSocket<ToMounter, FromMounter> socket, String id) throws IOException {
    QuarantineReports others = new QuarantineReports(id);
    List<VolumeReport> all =
        volumes.entrySet().stream()
            .filter(each -> id.isEmpty() || id.equals(each.getKey()))
            .map(each -> each.getValue().report(others))
            .map(each -> id.isEmpty() ? each.toBuilder().clearActivity().build() : each)
            .toList();
    Report.Builder about =
        Report.newBuilder()
            .setPid(ProcessHandle.current().pid())
            .setVersion(version)
            .setCommit(commit)
            .setAgeMs((System.nanoTime() - started) / 1_000_000);
    if (id.isEmpty()) {
      opener.report(about);
    }
    synchronized (gate) {
      keeper.ifPresent(attached -> about.setHasKeeper(true).setKeeperPid(attached.socket().peer()));
    }
    int told = 0;
    do {
      int next = Math.min(told + REPORTS_A_MESSAGE, all.size());
      about.clearVolumes().addAllVolumes(all.subList(told, next)).setMore(next < all.size());
      socket.send(FromMounter.newBuilder().setReport(about).build());
      about.clearOperations().clearMemory();
      told = next;
    } while (told < all.size());
  }
}
