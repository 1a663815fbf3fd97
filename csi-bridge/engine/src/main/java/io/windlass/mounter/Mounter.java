package io.windlass.mounter;

import io.windlass.fs.read.BlockCache;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.fuse.BufferPool;
import io.windlass.fuse.FuseSession;
import io.windlass.linux.Descriptor;
import io.windlass.linux.DescriptorListener;
import io.windlass.linux.DescriptorSocket;
import io.windlass.linux.LinuxException;
import io.windlass.mounter.ControlSocket.Received;
import io.windlass.proto.mounter.Ended;
import io.windlass.proto.mounter.Failure;
import io.windlass.proto.mounter.FromMounter;
import io.windlass.proto.mounter.Hello;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.Serve;
import io.windlass.proto.mounter.Served;
import io.windlass.proto.mounter.ToMounter;
import io.windlass.proto.mounter.Updated;
import io.windlass.proto.mounter.VolumeReport;
import io.windlass.store.DriverException;
import io.windlass.store.Errno;
import io.windlass.store.StoreConnectors;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves volumes for a keeper, which hands it their descriptors over a socket. When the keeper dies
 * it serves on, starts another where it was told how, and hands the descriptors to whichever comes.
 */
public final class Mounter {
  /** Volumes of a mounter that died are taken over by so many threads; their callers wait. */
  private static final int RESUMERS = 4;

  /** A keeper that comes waits no longer for those of the one before it. */
  private static final Duration RESUMING = Duration.ofSeconds(15);

  private static final Logger log = LoggerFactory.getLogger(Mounter.class);

  /** A peer that does not read what it is told for so long is not listened to any more. */
  private static final Duration SENDING = Duration.ofSeconds(5);

  /** A keeper that was restarted by somebody else comes back within this time. */
  private static final Duration GRACE = Duration.ofMillis(500);

  /** Most data in one request of the kernel, in bytes. */
  static final int MAX_REQUEST = 1 << 20;

  /** With paths and keys of the greatest length they stay within a message. */
  private static final int REPORTS_A_MESSAGE = 8;

  /** Requests of all volumes that can be worked on at once. */
  private static final int BUFFERS = 64;

  private final RunDirectory run;
  private final String version;
  private final BufferPool pool;
  private final FormerSources former;
  private final VolumeOpener opener;
  private final Optional<KeeperProgram> keeperProgram;
  private final long started = System.nanoTime();
  private final Map<String, ServedVolume> volumes = new ConcurrentHashMap<>();
  private final Set<String> opening = ConcurrentHashMap.newKeySet();
  private final Object gate = new Object();

  private final ExecutorService resumers =
      Executors.newFixedThreadPool(
          RESUMERS, Thread.ofPlatform().daemon().name("resume-", 0).factory());
  private Optional<ControlSocket<ToMounter, FromMounter>> keeper = Optional.empty();
  private boolean hadKeeper;
  private int resuming;
  private boolean left;

  Mounter(
      RunDirectory run,
      String version,
      BufferPool pool,
      FormerSources former,
      VolumeOpener opener,
      Optional<KeeperProgram> keeperProgram) {
    this.run = run;
    this.version = version;
    this.pool = pool;
    this.former = former;
    this.opener = opener;
    this.keeperProgram = keeperProgram;
  }

  /**
   * A mounter of buckets that serves nothing yet.
   *
   * @param version says what build this is
   * @param connectors of the servers that volumes may be on
   * @param keeperProgram starts a keeper in place of one that died; empty where somebody else does
   */
  public static Mounter serving(
      RunDirectory run,
      String version,
      StoreConnectors connectors,
      Memory memory,
      Optional<BlockCache> cache,
      Optional<KeeperProgram> keeperProgram) {
    ReadEngine engine = new ReadEngine(ReadSettings.DEFAULT.withMemory(memory.readBytes()), cache);
    return new Mounter(
        run,
        version,
        new BufferPool(MAX_REQUEST, BUFFERS),
        new FormerSources(connectors),
        new BucketVolumes(connectors, engine),
        keeperProgram);
  }

  /**
   * Serves until the keeper has gone and no volume is left.
   *
   * @throws IOException when another mounter serves here, or the socket cannot be made
   */
  public void run() throws IOException {
    if (answers()) {
      throw new IOException("another mounter serves in " + run.path());
    }
    try (DescriptorListener listener = DescriptorListener.listen(run.mounterSocket())) {
      Thread.ofPlatform().daemon().name("control").start(() -> accept(listener));
      awaitEnd();
    }
  }

  private boolean answers() {
    try {
      DescriptorSocket.connect(run.mounterSocket(), GRACE).close();
      return true;
    } catch (LinuxException e) {
      return e.is(Errno.EAGAIN); // it is there, and does not get round to it
    }
  }

  private void awaitEnd() {
    synchronized (gate) {
      while (!hadKeeper || keeper.isPresent() || !isIdle()) {
        try {
          gate.wait();
        } catch (InterruptedException e) {
          return;
        }
      }
    }
  }

  /** Whether no volume is served, nor about to be taken over. */
  private boolean isIdle() {
    synchronized (gate) {
      return volumes.isEmpty() && resuming == 0;
    }
  }

  private void accept(DescriptorListener listener) {
    while (true) {
      try {
        ControlSocket<ToMounter, FromMounter> socket =
            new ControlSocket<>(listener.accept(), ToMounter.parser());
        socket.sendTimeout(SENDING);
        Thread.ofPlatform().daemon().name("control-peer").start(() -> converse(socket));
      } catch (IOException e) {
        log.debug("no more connections", e);
        return;
      }
    }
  }

  private void converse(ControlSocket<ToMounter, FromMounter> socket) {
    try (socket) {
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

  private void answer(ControlSocket<ToMounter, FromMounter> socket, Received<ToMounter> received)
      throws IOException {
    ToMounter message = received.message();
    switch (message.getMessageCase()) {
      case ATTACH -> attach(socket);
      case SERVE -> serve(socket, message.getServe(), received.descriptor());
      case REPORT -> report(socket, message.getReport().getId());
      case LEAVE -> leaving();
      case UPDATE ->
          socket.send(
              FromMounter.newBuilder()
                  .setUpdated(update(former.read(message.getUpdate().getVolume())))
                  .build());
      case MESSAGE_NOT_SET ->
          log.warn("a keeper of another version says what this mounter does not know");
    }
  }

  /**
   * Hands all volumes to a keeper that comes. Nothing is sent with the lock: a peer that does not
   * read keeps only itself waiting.
   */
  private void attach(ControlSocket<ToMounter, FromMounter> socket) throws IOException {
    awaitResumed();
    Map<String, ServedVolume> told = new HashMap<>(volumes);
    socket.send(
        FromMounter.newBuilder()
            .setHello(
                Hello.newBuilder()
                    .setPid(ProcessHandle.current().pid())
                    .setVersion(version)
                    .setVolumes(told.size()))
            .build());
    for (ServedVolume volume : told.values()) {
      try (Descriptor device = volume.duplicateDevice()) {
        socket.send(FromMounter.newBuilder().setServing(volume.message()).build(), device);
      }
    }
    for (Set<String> ended = adopt(socket, told.keySet());
        !ended.isEmpty();
        ended = adopt(socket, told.keySet())) {
      ended.forEach(id -> tell(socket, id));
      told.keySet().removeAll(ended);
    }
  }

  /**
   * Has a keeper take the place of the one before if it was told of just the volumes that there
   * are. Not before: one that gave up waiting must not take the place of one that is there.
   *
   * @return those of {@code told} that have ended meanwhile; empty: it is the keeper now
   * @throws IOException when there is one that it was not told of: it has to attach again
   */
  private Set<String> adopt(ControlSocket<ToMounter, FromMounter> socket, Set<String> told)
      throws IOException {
    synchronized (gate) {
      if (!told.containsAll(volumes.keySet())) {
        throw new IOException(
            "a volume was mounted while a keeper attached: it has to attach again");
      }
      Set<String> ended = new HashSet<>(told);
      ended.removeAll(volumes.keySet());
      if (ended.isEmpty()) {
        keeper = Optional.of(socket);
        hadKeeper = true;
        left = false;
        gate.notifyAll();
      }
      return ended;
    }
  }

  private void leaving() {
    synchronized (gate) {
      left = true;
    }
  }

  /** A keeper that comes is told of all volumes, those too that the one before it sent last. */
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
   * Not on this thread: a new volume's server may let one wait, and a keeper that sends the volumes
   * of a mounter that died may die before all are taken over. Nobody else has their descriptors
   * then.
   */
  private void serve(
      ControlSocket<ToMounter, FromMounter> socket, Serve request, Optional<Descriptor> device) {
    if (!request.getResume()) {
      Thread.ofPlatform().daemon().name("serve").start(() -> tell(socket, serve(request, device)));
      return;
    }
    synchronized (gate) {
      resuming++;
    }
    resumers.execute(() -> {
      try {
        tell(socket, serve(request, device));
      } finally {
        synchronized (gate) {
          resuming--;
          gate.notifyAll();
        }
      }
    });
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
          .setFailure(Failure.BUSY)
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
    KeyedVolume wanted = former.read(request.getVolume());
    String id = wanted.id();
    if (volumes.containsKey(id)) {
      device.close();
      if (request.getResume()) {
        return answer.build();
      }
      return answer
          .setFailure(Failure.BUSY)
          .setError("the last mount of volume %s has not ended yet".formatted(id))
          .build();
    }
    try {
      ServedVolume volume =
          ServedVolume.serve(wanted, device, request.getResume(), run.stateOf(id), pool, opener);
      volumes.put(id, volume);
      volume.end().thenAcceptAsync(how -> ended(volume, how), Mounter::onItsOwn);
      log.info(
          "{} {}", request.getResume() ? "goes on with" : "serves", VolumeName.of(wanted.volume()));
      return answer.build();
    } catch (IOException | RuntimeException e) {
      device.close();
      log.error("{} cannot be served: {}", VolumeName.of(wanted.volume()), e.getMessage());
      return answer.setFailure(failure(e)).setError(String.valueOf(e.getMessage())).build();
    }
  }

  private static Failure failure(Exception failure) {
    return switch (failure.getCause()) {
      case DriverException.NotFound _ -> Failure.NOT_FOUND;
      case DriverException.Unauthenticated _ -> Failure.UNAUTHENTICATED;
      case DriverException.PermissionDenied _ -> Failure.PERMISSION_DENIED;
      case DriverException.Unavailable _ -> Failure.UNAVAILABLE;
      case null, default -> Failure.UNKNOWN;
    };
  }

  private Updated update(KeyedVolume wanted) {
    Updated.Builder answer = Updated.newBuilder().setId(wanted.id());
    Optional<ServedVolume> served = Optional.ofNullable(volumes.get(wanted.id()));
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

  /** Not on the session's own thread, which closing the session waits for. */
  private static void onItsOwn(Runnable task) {
    Thread.ofPlatform().daemon().name("volume-end").start(task);
  }

  private void ended(ServedVolume volume, FuseSession.End how) {
    String id = volume.volume().getId();
    String name = VolumeName.of(volume.volume());
    switch (how) {
      case STOPPED -> {
        return;
      }
      case FAILED -> log.error("{} cannot be served any more: it has to be mounted anew", name);
      case UNMOUNTED -> log.info("{} is unmounted", name);
    }
    try {
      volume.close();
      run.forget(id);
    } catch (IOException e) {
      log.warn("what {} left in {} stays: {}", name, run.stateOf(id), e.getMessage());
    }
    Optional<ControlSocket<ToMounter, FromMounter>> attached;
    synchronized (gate) {
      volumes.remove(id);
      attached = keeper;
      gate.notifyAll();
    }
    attached.ifPresent(socket -> tell(socket, id));
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
      if (keeper.filter(socket::equals).isEmpty()) {
        return;
      }
      keeper = Optional.empty();
      gate.notifyAll();
      if (isIdle() || left) {
        return;
      }
    }
    log.warn("the keeper has gone; its volumes are served on");
    keeperProgram.ifPresent(program -> {
      Thread.ofPlatform().daemon().name("keeper-start").start(() -> startKeeper(program));
    });
  }

  private void startKeeper(KeeperProgram program) {
    long deadline = System.nanoTime() + GRACE.toNanos();
    synchronized (gate) {
      try {
        while (keeper.isEmpty() && !isIdle() && System.nanoTime() - deadline < 0) {
          gate.wait(GRACE.toMillis());
        }
        if (keeper.isEmpty() && !isIdle()) {
          program.start(run);
        }
      } catch (IOException e) {
        log.error("no keeper could be started; the mounts stay as long as this process", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Of one volume, or of all if {@code id} is empty: in as many messages as it takes, for a node
   * may have hundreds.
   */
  private void report(ControlSocket<ToMounter, FromMounter> socket, String id) throws IOException {
    List<VolumeReport> all =
        volumes.entrySet().stream()
            .filter(each -> id.isEmpty() || id.equals(each.getKey()))
            .map(each -> each.getValue().report())
            .toList();
    Report.Builder about =
        Report.newBuilder()
            .setPid(ProcessHandle.current().pid())
            .setVersion(version)
            .setAgeMs((System.nanoTime() - started) / 1_000_000);
    synchronized (gate) {
      keeper.ifPresent(attached -> about.setKeeperPid(attached.peer()));
    }
    int told = 0;
    do {
      int next = Math.min(told + REPORTS_A_MESSAGE, all.size());
      about.clearVolumes().addAllVolumes(all.subList(told, next)).setMore(next < all.size());
      socket.send(FromMounter.newBuilder().setReport(about).build());
      told = next;
    } while (told < all.size());
  }
}
