package io.windlass.fs.bucket;

import io.windlass.fs.Caller;
import io.windlass.fs.Changes;
import io.windlass.fs.Created;
import io.windlass.fs.FileSystem;
import io.windlass.fs.Lookup;
import io.windlass.fs.RequestId;
import io.windlass.fs.bucket.ReferenceTree.Thing;
import io.windlass.linux.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** An operation as the kernel asks for it, and what it comes to. */
sealed interface InFlight {
  Caller CALLER = new Caller(0, 0);

  /** State of the kernel: nodes of the first files, and handles. */
  record Known(Map<String, Long> nodes, Map<String, Long> handles) {
    long node(String id) {
      return id.equals(ReferenceTree.ROOT) ? FileSystem.ROOT : nodes.getOrDefault(id, 0L);
    }

    long handle(String id) {
      return handles.getOrDefault(id, 0L);
    }
  }

  /** Has a file system do it; what it says. */
  String ask(FileSystem fs, Known known, RequestId request);

  /** Does it to a tree; what is to be said. */
  String happen(ReferenceTree tree);

  record Rename(String from, String name, String to, String newName, boolean replace)
      implements InFlight {
    @Override
    public String ask(FileSystem fs, Known known, RequestId request) {
      fs.rename(known.node(from), name, known.node(to), newName, replace, request).await();
      return "ok";
    }

    @Override
    public String happen(ReferenceTree tree) {
      return tree.rename(from, name, to, newName, replace);
    }
  }

  record Unlink(String directory, String name) implements InFlight {
    @Override
    public String ask(FileSystem fs, Known known, RequestId request) {
      fs.unlink(known.node(directory), name, request).await();
      return "ok";
    }

    @Override
    public String happen(ReferenceTree tree) {
      return tree.unlink(directory, name);
    }
  }

  record Rmdir(String directory, String name) implements InFlight {
    @Override
    public String ask(FileSystem fs, Known known, RequestId request) {
      fs.rmdir(known.node(directory), name, request).await();
      return "ok";
    }

    @Override
    public String happen(ReferenceTree tree) {
      return tree.rmdir(directory, name);
    }
  }

  record Mkdir(String directory, String name) implements InFlight {
    @Override
    public String ask(FileSystem fs, Known known, RequestId request) {
      fs.mkdir(known.node(directory), name, 0755, CALLER, request).await();
      return "ok";
    }

    @Override
    public String happen(ReferenceTree tree) {
      if (tree.at(directory, name).isPresent()) {
        return Errno.EEXIST.name();
      }
      tree.with("made " + directory + name, true, directory, name, "");
      return "ok";
    }
  }

  record Symlink(String directory, String name) implements InFlight {
    @Override
    public String ask(FileSystem fs, Known known, RequestId request) {
      fs.symlink(known.node(directory), name, "target", CALLER, request).await();
      return "ok";
    }

    @Override
    public String happen(ReferenceTree tree) {
      if (tree.at(directory, name).isPresent()) {
        return Errno.EEXIST.name();
      }
      tree.with("linked " + directory + name, false, directory, name, "target");
      return "ok";
    }
  }

  /** Opened for writing; its handle has the name of the file. */
  record Create(String directory, String name, boolean exclusive) implements InFlight {
    @Override
    public String ask(FileSystem fs, Known known, RequestId request) {
      int flags = 0102 | (exclusive ? 0200 : 0);
      Created made =
          fs.create(known.node(directory), name, flags, 0100644, CALLER, request).await();
      known.handles.put(name, made.file().handle());
      known.nodes.put(name, made.node().id());
      return "ok";
    }

    @Override
    public String happen(ReferenceTree tree) {
      if (tree.at(directory, name).isPresent()) {
        return exclusive ? Errno.EEXIST.name() : "ok";
      }
      tree.with(name, false, directory, name, "");
      return "ok";
    }
  }

  record Open(String file, int flags) implements InFlight {
    @Override
    public String ask(FileSystem fs, Known known, RequestId request) {
      known.handles.put(file, fs.open(known.node(file), flags, request).await().handle());
      return "ok";
    }

    @Override
    public String happen(ReferenceTree tree) {
      if ((flags & 01000) != 0) {
        tree.set(file, tree.thing(file).with(""));
      }
      return "ok";
    }
  }

  record Write(String file, String content) implements InFlight {
    @Override
    public String ask(FileSystem fs, Known known, RequestId request) {
      try (Arena arena = Arena.ofConfined()) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        MemorySegment data = arena.allocate(bytes.length);
        data.copyFrom(MemorySegment.ofArray(bytes));
        fs.write(known.handle(file), 0, data).await();
      }
      return "ok";
    }

    @Override
    public String happen(ReferenceTree tree) {
      Thing thing = tree.thing(file);
      String rest =
          thing.content().length() > content.length()
              ? thing.content().substring(content.length())
              : "";
      tree.set(file, thing.with(content + rest));
      return "ok";
    }
  }

  /** As close(2) does. */
  record Flush(String file) implements InFlight {
    @Override
    public String ask(FileSystem fs, Known known, RequestId request) {
      fs.publish(known.handle(file)).await();
      return "ok";
    }

    @Override
    public String happen(ReferenceTree tree) {
      return "ok";
    }
  }

  record Release(String file) implements InFlight {
    @Override
    public String ask(FileSystem fs, Known known, RequestId request) {
      fs.release(known.handle(file));
      return "ok";
    }

    @Override
    public String happen(ReferenceTree tree) {
      return "ok";
    }
  }

  record Look(String directory, String name) implements InFlight {
    @Override
    public String ask(FileSystem fs, Known known, RequestId request) {
      return switch (fs.lookup(known.node(directory), name).await()) {
        case Lookup.Found _ -> "found";
        case Lookup.Absent _ -> "absent";
      };
    }

    @Override
    public String happen(ReferenceTree tree) {
      return tree.at(directory, name).isPresent() ? "found" : "absent";
    }
  }

  record Truncate(String file, int size) implements InFlight {
    @Override
    public String ask(FileSystem fs, Known known, RequestId request) {
      OptionalInt same = OptionalInt.empty();
      fs.setattr(
              known.node(file),
              new Changes(
                  same, same, same, OptionalLong.of(size), Optional.empty(), Optional.empty()))
          .await();
      return "ok";
    }

    @Override
    public String happen(ReferenceTree tree) {
      Thing thing = tree.thing(file);
      tree.set(file, thing.with(thing.content().substring(0, size)));
      return "ok";
    }
  }

  record Touch(String file) implements InFlight {
    @Override
    public String ask(FileSystem fs, Known known, RequestId request) {
      OptionalInt same = OptionalInt.empty();
      fs.setattr(
              known.node(file),
              new Changes(
                  same,
                  same,
                  same,
                  OptionalLong.empty(),
                  Optional.empty(),
                  Optional.of(Instant.EPOCH)))
          .await();
      return "ok";
    }

    @Override
    public String happen(ReferenceTree tree) {
      return "ok";
    }
  }

  /** With XATTR_CREATE. */
  record Say(String thing, String name) implements InFlight {
    @Override
    public String ask(FileSystem fs, Known known, RequestId request) {
      fs.setxattr(known.node(thing), "user." + name, new byte[] {1}, 1, request).await();
      return "ok";
    }

    @Override
    public String happen(ReferenceTree tree) {
      Set<String> said = new HashSet<>(tree.thing(thing).said());
      if (!said.add(name)) {
        return Errno.EEXIST.name();
      }
      tree.set(thing, tree.thing(thing).saying(said));
      return "ok";
    }
  }

  record Unsay(String thing, String name) implements InFlight {
    @Override
    public String ask(FileSystem fs, Known known, RequestId request) {
      fs.removexattr(known.node(thing), "user." + name, request).await();
      return "ok";
    }

    @Override
    public String happen(ReferenceTree tree) {
      Set<String> said = new HashSet<>(tree.thing(thing).said());
      if (!said.remove(name)) {
        return Errno.ENODATA.name();
      }
      tree.set(thing, tree.thing(thing).saying(said));
      return "ok";
    }
  }
}
