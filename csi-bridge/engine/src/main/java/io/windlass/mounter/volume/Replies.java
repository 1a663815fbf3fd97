package io.windlass.mounter.volume;

import io.windlass.fs.DirectoryItem;
import io.windlass.fs.Known;
import io.windlass.fs.Lookup;
import io.windlass.fs.Node;
import io.windlass.fs.OpenFile;
import io.windlass.fs.Space;
import io.windlass.fuse.Exchange;
import io.windlass.fuse.message.AttributesReply;
import io.windlass.fuse.message.DirectoryEntry;
import io.windlass.fuse.message.EntryReply;
import io.windlass.fuse.message.FuseAttributes;
import io.windlass.fuse.message.OpenFlag;
import io.windlass.fuse.message.OpenReply;
import io.windlass.fuse.message.StatfsReply;
import io.windlass.linux.Errno;
import java.util.EnumSet;
import java.util.Set;

/** Converts results of the file system to replies for the kernel. */
final class Replies {
  /**
   * Preferred block size in bytes: the size of reads by programs like cp. A larger one would cost
   * memory for every small file.
   */
  private static final int BLOCK_SIZE = 128 << 10;

  private Replies() {}

  static void lookup(Exchange exchange, Lookup lookup) {
    switch (lookup) {
      case Lookup.Found(Node node) -> exchange.entry(entry(node));
      case Lookup.Absent(var valid) -> {
        if (valid.isPositive()) {
          exchange.entry(EntryReply.absent(valid));
        } else {
          exchange.error(Errno.ENOENT);
        }
      }
    }
  }

  static EntryReply entry(Node node) {
    return new EntryReply(
        node.id(), node.generation(), node.valid(), node.valid(), of(node.attributes()));
  }

  static DirectoryEntry entry(DirectoryItem item) {
    return new DirectoryEntry(
        item.name(), item.next(), item.ino(), item.mode(), item.node().map(Replies::entry));
  }

  static AttributesReply attributes(Known known) {
    return new AttributesReply(of(known.attributes()), known.valid());
  }

  static OpenReply opened(OpenFile open) {
    Set<OpenFlag> flags = EnumSet.noneOf(OpenFlag.class);
    if (open.keepCache()) {
      flags.add(OpenFlag.KEEP_CACHE);
    }
    if (!open.written()) {
      // With FLUSH, close(2) would wait for the mounter, also in every child that inherited the
      // descriptor.
      flags.add(OpenFlag.NOFLUSH);
    }
    return new OpenReply(open.handle(), flags);
  }

  static StatfsReply statfs(Space space) {
    return new StatfsReply(
        space.blocks(),
        space.free(),
        space.free(),
        space.objects(),
        space.objectsFree(),
        space.blockSize(),
        space.nameLength());
  }

  private static FuseAttributes of(io.windlass.fs.Attributes from) {
    return new FuseAttributes(
        from.ino(),
        from.size(),
        from.blocks(),
        from.accessed(),
        from.modified(),
        from.changed(),
        from.mode(),
        from.links(),
        from.uid(),
        from.gid(),
        0,
        BLOCK_SIZE);
  }
}
