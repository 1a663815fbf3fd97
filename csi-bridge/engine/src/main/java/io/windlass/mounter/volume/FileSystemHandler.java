package io.windlass.mounter.volume;

import io.windlass.fs.Answer;
import io.windlass.fs.Caller;
import io.windlass.fs.Changes;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.Done;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Lookup;
import io.windlass.fs.Node;
import io.windlass.fs.RequestId;
import io.windlass.fs.read.ReadSlices;
import io.windlass.fuse.Exchange;
import io.windlass.fuse.Handler;
import io.windlass.fuse.message.AttributeChanges;
import io.windlass.fuse.message.DirectoryPacker;
import io.windlass.fuse.message.OpenReply;
import io.windlass.fuse.message.RenameFlag;
import io.windlass.fuse.message.Request;
import io.windlass.fuse.message.RequestHeader;
import io.windlass.fuse.message.SeekKind;
import io.windlass.fuse.message.SetTime;
import io.windlass.linux.Errno;
import java.lang.foreign.ValueLayout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the kernel's requests to a file system. What the file system knows is answered on the
 * reader's own thread; what it has to wait for, on a virtual thread.
 */
final class FileSystemHandler implements Handler {
  private static final Logger log = LoggerFactory.getLogger(FileSystemHandler.class);

  /** Flag of open(2) of a program that opens a directory to read it (O_DIRECTORY). */
  private static final int DIRECTORY =
      System.getProperty("os.arch").equals("aarch64") ? 040000 : 0200000;

  private final FileSystem files;
  private final RequestCounters counters;
  private final HealthMonitor health;
  private final FailureLog failures;
  private final SetIdBits setIdBits;
  private final KilledCallers killed = new KilledCallers();
  private final ThreadFactory waiters;

  FileSystemHandler(
      String volume, FileSystem files, RequestCounters counters, HealthMonitor health) {
    this.files = files;
    this.counters = counters;
    this.health = health;
    this.failures = new FailureLog(volume, System::nanoTime);
    this.setIdBits = new SetIdBits(files);
    this.waiters = Thread.ofVirtual().name("volume-" + volume + "-", 0).factory();
  }

  @Override
  public void handle(Request request, Exchange exchange) {
    counters.request();
    long node = request.header().node();
    switch (request) {
      case Request.Lookup r ->
          on(
              request,
              exchange,
              () -> files.lookup(node, r.name()),
              found -> Replies.lookup(exchange, found),
              this::forget);
      case Request.Forget r -> {
        files.forget(node, r.lookups());
        exchange.none();
      }
      case Request.BatchForget r -> {
        r.nodes().forEach(each -> files.forget(each.node(), each.lookups()));
        exchange.none();
      }
      case Request.Getattr r ->
          on(
              request,
              exchange,
              () -> files.getattr(node, r.handle()),
              known -> exchange.attributes(Replies.attributes(known)));
      case Request.Readlink _ -> on(request, exchange, () -> files.readlink(node), exchange::link);
      case Request.Open r ->
          on(
              request,
              exchange,
              () ->
                  setIdBits.before(
                      r.dropSetId(),
                      node,
                      OptionalLong.empty(),
                      () -> files.open(node, r.flags(), id(r.header()))),
              open -> exchange.opened(Replies.opened(open)),
              open -> files.release(open.handle()).await());
      case Request.Read r ->
          on(
              request,
              exchange,
              () -> files.read(r.handle(), r.offset(), r.size()),
              slices -> {
                send(exchange, slices);
              });
      case Request.Release r -> done(request, exchange, () -> files.release(r.handle()));
      case Request.Opendir r ->
          on(
              request,
              exchange,
              () ->
                  (r.flags() & DIRECTORY) == 0
                      ? files.opendirUnread(node, id(r.header()))
                      : files.opendir(node, id(r.header())),
              handle -> exchange.opened(OpenReply.of(handle)),
              files::releasedir);
      case Request.Readdir r -> list(request, exchange, r.handle(), r.offset(), false);
      case Request.Readdirplus r -> list(request, exchange, r.handle(), r.offset(), true);
      case Request.Releasedir r -> {
        files.releasedir(r.handle());
        exchange.ok();
      }
      case Request.Statfs _ ->
          on(request, exchange, files::statfs, space -> exchange.statfs(Replies.statfs(space)));
      case Request.Getxattr r ->
          on(request, exchange, () -> files.getxattr(node, r.name()), exchange::xattr);
      case Request.Listxattr _ ->
          on(request, exchange, () -> files.listxattr(node), exchange::xattrNames);
      case Request.Access r ->
          on(
              request,
              exchange,
              () -> files.access(node, r.header().uid(), r.header().gid(), r.mask()),
              _ -> exchange.ok());
      // A directory needs no fsync: its changes are in the bucket before they are answered.
      case Request.Fsyncdir _, Request.Destroy _ -> exchange.ok();
      case Request.Flush r ->
          on(request, exchange, () -> files.publish(r.handle()), _ -> exchange.ok());
      case Request.Fsync r ->
          on(request, exchange, () -> files.sync(r.handle()), _ -> exchange.ok());
      case Request.Lseek r ->
          on(
              request,
              exchange,
              () -> files.seek(r.handle(), r.offset(), r.kind() == SeekKind.HOLE),
              exchange::position);
      case Request.Write r ->
          on(
              request,
              exchange,
              () ->
                  setIdBits.before(
                      r.dropSetId(),
                      node,
                      OptionalLong.of(r.handle()),
                      () -> files.write(r.handle(), r.offset(), r.data())),
              _ -> {
                health.staged();
                counters.written(r.data().byteSize());
                exchange.written(r.data().byteSize());
              });
      case Request.Setattr r ->
          on(
              request,
              exchange,
              () ->
                  setIdBits.before(
                      r.changes().dropSetId(),
                      node,
                      r.handle(),
                      () -> files.setattr(node, changes(r.changes()))),
              known -> exchange.attributes(Replies.attributes(known)));
      case Request.Fallocate r ->
          on(
              request,
              exchange,
              () ->
                  setIdBits.before(
                      isNotRoot(r.header()),
                      node,
                      OptionalLong.of(r.handle()),
                      () -> files.fallocate(r.handle(), r.offset(), r.length(), r.mode())),
              _ -> exchange.ok());
      case Request.Create r ->
          on(
              request,
              exchange,
              () ->
                  files.create(
                      node, r.name(), r.flags(), r.mode(), caller(r.header()), id(r.header())),
              made -> exchange.created(Replies.entry(made.node()), Replies.opened(made.file())),
              made -> {
                files.release(made.file().handle()).await();
                forget(made.node());
              });
      case Request.Mknod r ->
          made(
              request,
              exchange,
              () -> files.mknod(node, r.name(), r.mode(), caller(r.header()), id(r.header())));
      case Request.Mkdir r ->
          made(
              request,
              exchange,
              () -> files.mkdir(node, r.name(), r.mode(), caller(r.header()), id(r.header())));
      case Request.Symlink r ->
          made(
              request,
              exchange,
              () -> files.symlink(node, r.name(), r.target(), caller(r.header()), id(r.header())));
      case Request.Unlink r ->
          done(request, exchange, () -> files.unlink(node, r.name(), id(r.header())));
      case Request.Rmdir r ->
          done(request, exchange, () -> files.rmdir(node, r.name(), id(r.header())));
      case Request.Rename r -> {
        if (r.flags().contains(RenameFlag.EXCHANGE)) {
          exchange.error(Errno.EINVAL);
        } else {
          boolean replace = !r.flags().contains(RenameFlag.NOREPLACE);
          done(
              request,
              exchange,
              () ->
                  files.rename(
                      node, r.name(), r.newParent(), r.newName(), replace, id(r.header())));
        }
      }
      case Request.Setxattr r -> {
        byte[] value = r.value().toArray(ValueLayout.JAVA_BYTE);
        done(
            request,
            exchange,
            () -> files.setxattr(node, r.name(), value, r.flags(), id(r.header())));
      }
      case Request.Removexattr r ->
          done(request, exchange, () -> files.removexattr(node, r.name(), id(r.header())));
      // There are no hard links, as an object has one key.
      case Request.Link _ -> exchange.error(Errno.EPERM);
      case Request.CopyFileRange r ->
          on(
              request,
              exchange,
              () ->
                  setIdBits.before(
                      isNotRoot(r.header()),
                      r.toNode(),
                      OptionalLong.of(r.toHandle()),
                      () ->
                          files.copy(
                              r.handle(), r.offset(), r.toHandle(), r.toOffset(), r.length())),
              exchange::written);
      // The kernel then sends GETATTR instead, which tells the same.
      case Request.Statx _ -> exchange.error(Errno.ENOSYS);
    }
  }

  private void done(Request request, Exchange exchange, Supplier<Answer<Done>> asked) {
    on(request, exchange, asked, _ -> exchange.ok());
  }

  private void made(Request request, Exchange exchange, Supplier<Answer<Node>> asked) {
    on(request, exchange, asked, node -> exchange.entry(Replies.entry(node)), this::forget);
  }

  private void forget(Lookup lookup) {
    if (lookup instanceof Lookup.Found(Node node)) {
      forget(node);
    }
  }

  private void forget(Node node) {
    files.forget(node.id(), 1);
  }

  /** The kernel does not say of these requests whether the caller may give set-ID bits. */
  private static boolean isNotRoot(RequestHeader header) {
    return header.uid() != 0;
  }

  private static Caller caller(RequestHeader header) {
    return new Caller(header.uid(), header.gid());
  }

  private static Changes changes(AttributeChanges from) {
    Instant now = Instant.now();
    return new Changes(
        from.mode(),
        from.uid(),
        from.gid(),
        from.size(),
        from.accessed().map(time -> time(time, now)),
        from.modified().map(time -> time(time, now)));
  }

  private static Instant time(SetTime time, Instant now) {
    return switch (time) {
      case SetTime.Now() -> now;
      case SetTime.At(Instant at) -> at;
    };
  }

  /**
   * Answers READDIR and READDIRPLUS, always on a virtual thread: a listing is assembled in a buffer
   * of its own.
   */
  private void list(Request request, Exchange exchange, long handle, long offset, boolean plus) {
    List<Node> listed = new ArrayList<>();
    later(
        request,
        System.nanoTime(),
        exchange,
        () -> {
          DirectoryPacker packer = exchange.packer();
          files.readdir(handle, offset, plus, item -> add(packer, item, listed)).await();
          return packer;
        },
        exchange::packed,
        _ -> listed.forEach(this::forget));
  }

  private static boolean add(DirectoryPacker packer, DirectoryItem item, List<Node> listed) {
    boolean added = packer.add(Replies.entry(item));
    if (added) {
      item.node().ifPresent(listed::add);
    }
    return added;
  }

  private void send(Exchange exchange, ReadSlices slices) {
    try (slices) {
      counters.read(slices.length());
      exchange.data(slices.segments());
    }
  }

  private static RequestId id(RequestHeader header) {
    return new RequestId(header.unique(), header.resent());
  }

  private <T> void on(
      Request request, Exchange exchange, Supplier<Answer<T>> asked, Consumer<T> reply) {
    on(request, exchange, asked, reply, _ -> {});
  }

  /**
   * Answers a request.
   *
   * @param undo gives back what the kernel gets with the answer, if it gets none because the caller
   *     was killed
   */
  private <T> void on(
      Request request,
      Exchange exchange,
      Supplier<Answer<T>> asked,
      Consumer<T> reply,
      Consumer<T> undo) {
    long began = System.nanoTime();
    try {
      switch (asked.get()) {
        case Answer.Now<T>(T value) -> {
          reply.accept(value);
          counters.answered(Operation.of(request), began);
        }
        case Answer.Later<T>(Supplier<T> work) ->
            later(request, began, exchange, work, reply, undo);
      }
    } catch (FsException e) {
      fail(request, began, exchange, e);
    }
  }

  private <T> void later(
      Request request,
      long began,
      Exchange exchange,
      Supplier<T> work,
      Consumer<T> reply,
      Consumer<T> undo) {
    exchange.detach();
    killed.watch(request, exchange);
    waiters.newThread(() -> finish(request, began, exchange, work, reply, undo)).start();
  }

  private <T> void finish(
      Request request,
      long began,
      Exchange exchange,
      Supplier<T> work,
      Consumer<T> reply,
      Consumer<T> undo) {
    try {
      T value = work.get();
      reply.accept(value);
      counters.answered(Operation.of(request), began);
      if (exchange.abandoned()) {
        undo(undo, value);
      }
    } catch (FsException e) {
      fail(request, began, exchange, e);
    } catch (RuntimeException | Error e) {
      // The caller must not wait for ever because of a defect in this program.
      counters.error(Operation.of(request), Errno.EIO);
      try {
        exchange.error(Errno.EIO);
      } catch (IllegalStateException answered) {
        e.addSuppressed(answered);
      }
      log.error("a request failed because of a defect", e);
    }
  }

  private static <T> void undo(Consumer<T> undo, T value) {
    try {
      undo.accept(value);
    } catch (FsException e) {
      log.warn("what was opened for a program that was killed is not given back", e);
    }
  }

  private void fail(Request request, long began, Exchange exchange, FsException e) {
    Operation operation = Operation.of(request);
    Errno answer = e.isOfStore() ? operation.whenStoreFails(e.errno()) : e.errno();
    counters.error(operation, answer);
    counters.answered(operation, began);
    health.failed(e);
    log.debug("answered {}: {}", answer, e.getMessage());
    failures.line(operation, answer, String.valueOf(e.getMessage())).ifPresent(log::warn);
    exchange.error(answer);
  }
}
