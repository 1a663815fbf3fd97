package io.windlass.fs.bucket;

import io.windlass.fs.FileSystem;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.object.Revision;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lists a directory of very many objects, as a process of its own with little memory. The store
 * only lists, and makes its pages up as they are asked for.
 */
final class MillionLister {
  private MillionLister() {}

  /**
   * Prints what was found.
   *
   * @param args the directory for the volume's state, and the number of objects
   */
  public static void main(String[] args) {
    try (ReadEngine engine =
            new ReadEngine(ReadSettings.DEFAULT.withMemory(2 << 20), Optional.empty());
        Volume volume =
            new Volume(
                store(Integer.parseInt(args[1])),
                VolumeOptions.DEFAULT,
                Path.of(args[0]),
                engine)) {
      FileSystem fs = volume.fs();
      long handle = fs.opendir(FileSystem.ROOT, volume.request()).await();
      int[] found = {-2};
      long[] offset = {0};
      int before;
      do {
        before = found[0];
        int[] some = {0};
        fs.readdir(
                handle,
                offset[0],
                true,
                item -> {
                  if (some[0]++ == 700) {
                    return false;
                  }
                  if (found[0] >= 0 && !item.name().equals(name(found[0]))) {
                    throw new AssertionError(item.name() + " is not " + name(found[0]));
                  }
                  found[0]++;
                  offset[0] = item.next();
                  return true;
                })
            .await();
      } while (found[0] > before);
      System.out.println("found " + found[0]);
    }
  }

  private static String name(int number) {
    return "object-%07d.bin".formatted(number);
  }

  private static ObjectStore store(int objects) {
    return (ObjectStore)
        Proxy.newProxyInstance(
            MillionLister.class.getClassLoader(),
            new Class<?>[] {ObjectStore.class},
            (_, method, args) ->
                switch (method.getName()) {
                  case "bucket" -> "million";
                  case "list" -> list(objects, (ListOptions) args[0], (Optional<?>) args[1]);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static Page<ListedEntry> list(int objects, ListOptions options, Optional<?> token) {
    int at = token.map(text -> Integer.parseInt(text.toString())).orElse(0);
    List<ListedEntry> entries = new ArrayList<>();
    while (at < objects && entries.size() < options.limit()) {
      entries.add(
          new ListedEntry.Listed(
              name(at),
              at,
              new Revision("\"" + at + "\""),
              Instant.EPOCH,
              Optional.empty(),
              Optional.empty()));
      at++;
    }
    return new Page<>(entries, at < objects ? Optional.of(Integer.toString(at)) : Optional.empty());
  }
}
