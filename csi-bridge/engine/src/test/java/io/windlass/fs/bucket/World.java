package io.windlass.fs.bucket;

import io.windlass.fs.FileSystem;
import io.windlass.fs.Lookup;
import io.windlass.fs.Node;
import io.windlass.fs.RequestId;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.bucket.InFlight.Known;
import io.windlass.fs.lock.WaitListener;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.testing.Shape;
import io.windlass.object.Content;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.testing.LiveFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** What a volume is before anything goes wrong, and what the kernel knows of it. */
record World(Shape shape, ObjectStore store, Path place, Known known) {
  private static final int PAGE = 4096;

  static World make(Shape shape, ObjectStore store, Path place, ReadEngine engine) {
    for (String key : List.of("f", "g", "x/a", "x/b", "y/c")) {
      put(store, key, key + "!");
    }
    put(store, "e/", "");
    Known known = new Known(new HashMap<>(), new HashMap<>());
    BucketFileSystem fs = open(shape, store, place, engine, () -> 1L << 40);
    for (String path : List.of("f", "g", "x", "x/a", "x/b", "y", "y/c", "e")) {
      long parent = path.contains("/") ? known.node(path.substring(0, 1)) : FileSystem.ROOT;
      if (fs.lookup(parent, path.substring(path.lastIndexOf('/') + 1)).await()
          instanceof Lookup.Found(Node node)) {
        known.nodes().put(path, node.id());
      }
    }
    InFlight.Open reading = new InFlight.Open("x/a", 0);
    InFlight.Create made = new InFlight.Create("/", "w", true);
    InFlight.Write written = new InFlight.Write("w", "w!");
    fs.setxattr(known.node("g"), "user.old", new byte[] {1}, 0, new RequestId(100, false)).await();
    long number = 1;
    for (InFlight each : List.of(reading, made, written)) {
      each.ask(fs, known, new RequestId(number++, false));
    }
    fs.close();
    return new World(shape, store, place, known);
  }

  private static void put(ObjectStore store, String key, String text) {
    store.put(key, Content.of(text.getBytes(StandardCharsets.UTF_8)), PutOptions.DEFAULT);
  }

  static ReferenceTree tree() {
    ReferenceTree tree = new ReferenceTree();
    for (String name : List.of("x", "y", "e")) {
      tree.with(name, true, ReferenceTree.ROOT, name, "");
    }
    for (String name : List.of("f", "g", "w")) {
      tree.with(name, false, ReferenceTree.ROOT, name, name + "!");
    }
    tree.with("x/a", false, "x", "a", "x/a!");
    tree.with("x/b", false, "x", "b", "x/b!");
    tree.with("y/c", false, "y", "c", "y/c!");
    tree.set("g", tree.thing("g").saying(Set.of("old")));
    return tree;
  }

  /** Returns the same world with a copy of its store. */
  World over(ObjectStore copy) {
    return new World(shape, copy, place, known);
  }

  Known copyOfKnown() {
    return new Known(
        new ConcurrentHashMap<>(known.nodes()), new ConcurrentHashMap<>(known.handles()));
  }

  static BucketFileSystem open(
      Shape shape, ObjectStore store, Path place, ReadEngine engine, LongSupplier clock) {
    return BucketFileSystem.open(
        store,
        Volume.capabilities(shape, 4),
        "test",
        VolumeOptions.DEFAULT.withObjectMetadata(true),
        place.resolve("state"),
        () -> place.resolve("staging"),
        engine,
        clock,
        clock,
        WaitListener.NONE);
  }

  /** What is on disk. */
  static Map<Path, byte[]> read(Path place) {
    Map<Path, byte[]> all = new HashMap<>();
    for (Path file : LiveFiles.in(place)) {
      try {
        all.put(place.relativize(file), Files.readAllBytes(file));
      } catch (NoSuchFileException e) {
        // It has just gone.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return all;
  }

  static boolean same(Map<Path, byte[]> one, Map<Path, byte[]> other) {
    return one.keySet().equals(other.keySet())
        && one.entrySet().stream()
            .allMatch(entry -> Arrays.equals(entry.getValue(), other.get(entry.getKey())));
  }

  /** Writes it elsewhere; most of the tables is zeros. */
  static void write(Map<Path, byte[]> files, Path place) throws IOException {
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      Path to = place.resolve(file.getKey());
      Files.createDirectories(to.getParent());
      byte[] zeros = new byte[PAGE];
      try (RandomAccessFile out = new RandomAccessFile(to.toFile(), "rw")) {
        byte[] bytes = file.getValue();
        out.setLength(bytes.length);
        for (int at = 0; at < bytes.length; at += PAGE) {
          int end = Math.min(bytes.length, at + PAGE);
          if (Arrays.mismatch(bytes, at, end, zeros, 0, end - at) >= 0) {
            out.seek(at);
            out.write(bytes, at, end - at);
          }
        }
      }
    }
  }

  static void delete(Path place) throws IOException {
    if (!Files.exists(place)) {
      return;
    }
    try (Stream<Path> all = Files.walk(place)) {
      for (Path file : new ArrayList<>(all.toList()).reversed()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
