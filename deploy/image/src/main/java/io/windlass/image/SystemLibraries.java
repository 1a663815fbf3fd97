package io.windlass.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The C library and whatever else programs load that is not their own, from a root file system.
 *
 * @param files where each stands in that system, by its path in the image
 */
record SystemLibraries(SortedMap<String, Path> files) {
  /** The parts of glibc that programs or libraries of jars may load. */
  static final Set<String> OF_GLIBC =
      Set.of("libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0", "librt.so.1");

  /**
   * Finds all that the programs and libraries of a directory need, and what libraries in jars need.
   *
   * @param root the root file system
   * @throws IOException also when something is missing, or is for another machine
   */
  static SystemLibraries of(Path directory, Path root, Architecture architecture)
      throws IOException {
    SystemLibraries found = new SystemLibraries(new TreeMap<>());
    List<Path> own;
    try (Stream<Path> walk = Files.walk(directory)) {
      own = walk.filter(Files::isRegularFile).toList();
    }
    Set<String> known =
        own.stream().map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    Deque<Path> todo = new ArrayDeque<>(own);
    Deque<String> wanted = new ArrayDeque<>(OF_GLIBC);
    while (!todo.isEmpty() || !wanted.isEmpty()) {
      if (todo.isEmpty()) {
        String name = wanted.remove();
        if (known.add(name)) {
          todo.add(found.add(name, root, architecture));
        }
        continue;
      }
      Path file = todo.remove();
      Optional<ElfFile> elf = ElfFile.read(file);
      if (elf.isEmpty()) {
        continue;
      }
      if (elf.get().machine() != architecture.elfMachine()) {
        throw new IOException(
            "%s is not for %s: its machine is %d"
                .formatted(file, architecture.oci(), elf.get().machine()));
      }
      wanted.addAll(elf.get().needed());
      if (elf.get().interpreter().isPresent()) {
        String path = elf.get().interpreter().get();
        known.add(path.substring(path.lastIndexOf('/') + 1));
        found.files.put(path.substring(1), interpreter(root, path));
      }
    }
    return found;
  }

  private static Path interpreter(Path root, String path) throws IOException {
    for (String place : List.of(path.substring(1), "usr" + path)) {
      if (Files.exists(root.resolve(place))) {
        return root.resolve(place);
      }
    }
    throw new IOException("--root has no " + path + ": " + root);
  }

  /** Adds a library at the place where it is, which is where the C library looks for it. */
  private Path add(String name, Path root, Architecture architecture) throws IOException {
    String triplet = architecture.machine() + "-linux-gnu";
    for (String place : List.of("lib/" + triplet, "usr/lib/" + triplet, "lib64", "usr/lib64")) {
      Path file = root.resolve(place).resolve(name);
      if (Files.exists(file)) {
        files.put(place + "/" + name, file);
        return file;
      }
    }
    throw new IOException("--root has no library " + name + ": " + root);
  }

  /** Returns the file of a library; empty if nothing needs it. */
  Optional<Path> file(String name) {
    return files.entrySet().stream()
        .filter(file -> file.getKey().endsWith("/" + name))
        .map(file -> file.getValue())
        .findFirst();
  }
}
