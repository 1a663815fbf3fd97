package io.windlass.fuse;

import static java.util.Objects.requireNonNull;

import io.windlass.fuse.message.AttributeChanges;
import io.windlass.fuse.message.AttributesReply;
import io.windlass.fuse.message.DirectoryEntry;
import io.windlass.fuse.message.DirectoryPacker;
import io.windlass.fuse.message.EntryReply;
import io.windlass.fuse.message.OpenFlag;
import io.windlass.fuse.message.OpenReply;
import io.windlass.fuse.message.RenameFlag;
import io.windlass.fuse.message.Request;
import io.windlass.fuse.message.RequestHeader;
import io.windlass.fuse.message.SetTime;
import io.windlass.fuse.message.StatfsReply;
import io.windlass.linux.Errno;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A small file system in memory that can be read and written. Every call takes one lock. */
final class MemoryFileSystem implements Handler {
  private static final Duration VALID = Duration.ofSeconds(1);

  private final Map<Long, MemoryNode> nodes = new HashMap<>();
  private final Map<Long, Long> lookups = new HashMap<>();
  private long nextId = RequestHeader.ROOT;

  MemoryFileSystem() {
    add(MemoryNode.DIRECTORY | 0755).links = 2;
  }

  private MemoryNode add(int mode) {
    MemoryNode node = new MemoryNode(nextId++, mode);
    nodes.put(node.id, node);
    return node;
  }

  /** Returns the sum of the kernel's references to nodes without a name. */
  synchronized long remembered() {
    return lookups.values().stream().mapToLong(Long::longValue).sum();
  }

  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;
    private final Errno errno;

    Refusal(Errno errno) {
      super(errno.name());
      this.errno = errno;
    }
  }

  @Override
  public synchronized void handle(Request request, Exchange exchange) {
    try {
      answer(request, exchange);
    } catch (Refusal refusal) {
      exchange.error(refusal.errno);
    }
  }

  private void answer(Request request, Exchange exchange) throws Refusal {
    switch (request) {
      case Request.Forget forget -> {
        forget(forget.header().node(), forget.lookups());
        exchange.none();
      }
      case Request.BatchForget batch -> {
        batch.nodes().forEach(one -> forget(one.node(), one.lookups()));
        exchange.none();
      }
      case Request.Statfs _ ->
          exchange.statfs(new StatfsReply(1 << 20, 1 << 19, 1 << 19, 1000, 900, 4096, 255));
      case Request.Destroy _ -> exchange.ok();
      case Request other -> answer(other, node(other.header().node()), exchange);
    }
  }

  private MemoryNode node(long id) throws Refusal {
    MemoryNode node = nodes.get(id);
    if (node == null) {
      throw new Refusal(Errno.ESTALE);
    }
    return node;
  }

  private void answer(Request request, MemoryNode node, Exchange exchange) throws Refusal {
    switch (request) {
      case Request.Lookup lookup -> {
        Long child = node.children.get(lookup.name());
        exchange.entry(child == null ? EntryReply.absent(VALID) : looked(node(child)));
      }
      case Request.Getattr _ -> attributes(node, exchange);
      case Request.Statx _ -> exchange.error(Errno.ENOSYS);
      case Request.Setattr setattr -> {
        change(node, setattr.changes());
        attributes(node, exchange);
      }
      case Request.Readlink _ -> exchange.link(node.target);
      case Request.Symlink symlink -> {
        MemoryNode made = make(node, symlink.name(), MemoryNode.LINK | 0777, request);
        made.target = symlink.target();
        exchange.entry(looked(made));
      }
      case Request.Mknod mknod -> {
        MemoryNode made = make(node, mknod.name(), mknod.mode(), request);
        made.rdev = mknod.rdev();
        exchange.entry(looked(made));
      }
      case Request.Mkdir mkdir -> {
        int mode = MemoryNode.DIRECTORY | mkdir.mode();
        MemoryNode made = make(node, mkdir.name(), mode, request);
        made.links = 2;
        node.links++;
        exchange.entry(looked(made));
      }
      case Request.Create create -> {
        MemoryNode made = make(node, create.name(), create.mode(), request);
        exchange.created(looked(made), OpenReply.of(made.id));
      }
      case Request.Link link -> {
        MemoryNode old = node(link.oldNode());
        refuseExisting(node, link.newName());
        node.children.put(link.newName(), old.id);
        old.links++;
        exchange.entry(looked(old));
      }
      case Request.Unlink unlink -> {
        remove(node, unlink.name(), false);
        exchange.ok();
      }
      case Request.Rmdir rmdir -> {
        remove(node, rmdir.name(), true);
        exchange.ok();
      }
      case Request.Rename rename -> {
        rename(node, rename);
        exchange.ok();
      }
      case Request.Open open -> {
        if ((open.flags() & 01000) != 0) {
          node.resize(0);
        }
        exchange.opened(OpenReply.of(node.id, OpenFlag.KEEP_CACHE));
      }
      case Request.Opendir _ -> exchange.opened(OpenReply.of(node.id));
      case Request.Read read ->
          exchange.data(MemorySegment.ofArray(node.read(read.offset(), read.size())));
      case Request.Write write -> {
        node.write(write.data().toArray(ValueLayout.JAVA_BYTE), write.offset());
        exchange.written(write.data().byteSize());
      }
      case Request.Fallocate fallocate -> {
        if (fallocate.mode() != 0) {
          throw new Refusal(Errno.ENOTSUP);
        }
        node.resize(Math.max(node.data.length, fallocate.offset() + fallocate.length()));
        exchange.ok();
      }
      case Request.Lseek lseek -> {
        if (lseek.offset() >= node.data.length) {
          throw new Refusal(Errno.ENXIO);
        }
        exchange.position(
            switch (lseek.kind()) {
              case DATA -> lseek.offset();
              case HOLE -> node.data.length;
            });
      }
      case Request.CopyFileRange copy -> {
        int length = (int) Math.min(copy.length(), Integer.MAX_VALUE);
        byte[] bytes = node.read(copy.offset(), length);
        node(copy.toNode()).write(bytes, copy.toOffset());
        exchange.written(bytes.length);
      }
      case Request.Setxattr setxattr -> {
        if (setxattr.flags() == 2 && !node.xattrs.containsKey(setxattr.name())) {
          throw new Refusal(Errno.ENODATA);
        }
        node.xattrs.put(setxattr.name(), setxattr.value().toArray(ValueLayout.JAVA_BYTE));
        exchange.ok();
      }
      case Request.Getxattr getxattr -> {
        byte[] value = node.xattrs.get(getxattr.name());
        if (value == null) {
          throw new Refusal(Errno.ENODATA);
        }
        exchange.xattr(value);
      }
      case Request.Listxattr _ -> exchange.xattrNames(List.copyOf(node.xattrs.keySet()));
      case Request.Removexattr remove -> {
        if (node.xattrs.remove(remove.name()) == null) {
          throw new Refusal(Errno.ENODATA);
        }
        exchange.ok();
      }
      case Request.Readdir readdir -> list(node, readdir.offset(), exchange);
      case Request.Readdirplus readdir -> list(node, readdir.offset(), exchange);
      case Request.Access _ -> exchange.error(Errno.ENOSYS);
      case Request.Flush _,
          Request.Fsync _,
          Request.Fsyncdir _,
          Request.Release _,
          Request.Releasedir _ ->
          exchange.ok();
      case Request.Forget _, Request.BatchForget _, Request.Statfs _, Request.Destroy _ ->
          throw new IllegalStateException("answered before");
    }
  }

  private void attributes(MemoryNode node, Exchange exchange) {
    exchange.attributes(new AttributesReply(node.attributes(), VALID));
  }

  private EntryReply looked(MemoryNode node) {
    lookups.merge(node.id, 1L, Long::sum);
    return new EntryReply(node.id, 0, VALID, VALID, node.attributes());
  }

  private void forget(long node, long count) {
    lookups.computeIfPresent(node, (id, known) -> known > count ? known - count : null);
    drop(node);
  }

  private void drop(long id) {
    MemoryNode node = nodes.get(id);
    if (node != null && node.links <= 0 && !lookups.containsKey(id)) {
      nodes.remove(id);
    }
  }

  private static void refuseExisting(MemoryNode parent, String name) throws Refusal {
    if (parent.children.containsKey(name)) {
      throw new Refusal(Errno.EEXIST);
    }
  }

  private MemoryNode make(MemoryNode parent, String name, int mode, Request request)
      throws Refusal {
    refuseExisting(parent, name);
    MemoryNode made = add(mode);
    made.uid = request.header().uid();
    made.gid = request.header().gid();
    parent.children.put(name, made.id);
    parent.touch();
    return made;
  }

  private void remove(MemoryNode parent, String name, boolean directory) throws Refusal {
    Long id = parent.children.get(name);
    if (id == null) {
      throw new Refusal(Errno.ENOENT);
    }
    MemoryNode node = node(id);
    if (node.isDirectory() != directory) {
      throw new Refusal(directory ? Errno.ENOTDIR : Errno.EISDIR);
    }
    if (!node.children.isEmpty()) {
      throw new Refusal(Errno.ENOTEMPTY);
    }
    parent.children.remove(name);
    parent.touch();
    node.links -= directory ? 2 : 1;
    if (directory) {
      parent.links--;
    }
    drop(id);
  }

  private void rename(MemoryNode parent, Request.Rename rename) throws Refusal {
    MemoryNode newParent = node(rename.newParent());
    Long id = parent.children.get(rename.name());
    if (id == null) {
      throw new Refusal(Errno.ENOENT);
    }
    Long replaced = newParent.children.get(rename.newName());
    if (rename.flags().contains(RenameFlag.EXCHANGE)) {
      throw new Refusal(Errno.EINVAL);
    }
    if (replaced != null) {
      if (rename.flags().contains(RenameFlag.NOREPLACE)) {
        throw new Refusal(Errno.EEXIST);
      }
      remove(newParent, rename.newName(), node(replaced).isDirectory());
    }
    parent.children.remove(rename.name());
    newParent.children.put(rename.newName(), id);
    if (node(id).isDirectory()) {
      parent.links--;
      newParent.links++;
    }
  }

  private static void change(MemoryNode node, AttributeChanges changes) {
    changes.mode().ifPresent(mode -> node.mode = (node.mode & MemoryNode.TYPE) | (mode & 07777));
    changes.uid().ifPresent(uid -> node.uid = uid);
    changes.gid().ifPresent(gid -> node.gid = gid);
    changes.size().ifPresent(node::resize);
    changes.accessed().ifPresent(time -> node.accessed = time(time));
    changes.modified().ifPresent(time -> node.modified = time(time));
    node.changed = Instant.now();
  }

  private static Instant time(SetTime time) {
    return switch (time) {
      case SetTime.Now _ -> Instant.now();
      case SetTime.At(Instant at) -> at;
    };
  }

  private void list(MemoryNode directory, long offset, Exchange exchange) {
    DirectoryPacker packer = exchange.packer();
    List<DirectoryEntry> entries = new ArrayList<>();
    entries.add(new DirectoryEntry(".", 1, directory.id, directory.mode, Optional.empty()));
    entries.add(new DirectoryEntry("..", 2, directory.id, directory.mode, Optional.empty()));
    directory.children.forEach((name, id) -> {
      MemoryNode child = requireNonNull(nodes.get(id));
      EntryReply entry = new EntryReply(id, 0, VALID, VALID, child.attributes());
      entries.add(new DirectoryEntry(name, entries.size() + 1, id, child.mode, Optional.of(entry)));
    });
    for (DirectoryEntry entry :
        entries.subList((int) Math.min(offset, entries.size()), entries.size())) {
      if (!packer.add(entry)) {
        break;
      }
      if (packer.plus() && entry.entry().isPresent()) {
        lookups.merge(entry.ino(), 1L, Long::sum);
      }
    }
    exchange.packed(packer);
  }
}
