package io.windlass.cli.mount;

import io.windlass.cli.scratch.ProgressDeadlineOption;
import io.windlass.cli.terminal.Places;
import io.windlass.cli.terminal.SizeConverter;
import io.windlass.fs.read.BlockCache;
import io.windlass.mounter.Memory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Options for the resources of a mounter, and for how long it is waited for. The commands that
 * start a mounter have them, and the mounter itself.
 */
final class Resources {
  private static final long CACHE_BYTES = 10L << 30;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description =
          "Most memory for file data that is read, like 256Mi; the process takes up to 256Mi more."
              + " Default: an eighth of the memory of the container or machine, 1Gi at most")
  Optional<Long> memory = Optional.empty();

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      converter = Places.DirectoryToMake.class,
      description =
          "Directory on local disk in which file data that was read is also cached. Each mount"
              + " needs its own.")
  Optional<Path> cache = Optional.empty();

  @Option(
      names = "--cache-size",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description = "Most bytes that --cache may take. Default: 10Gi")
  Optional<Long> cacheSize = Optional.empty();

  @Spec(Spec.Target.MIXEE)
  CommandSpec command = CommandSpec.create();

  @Mixin ProgressDeadlineOption deadline = new ProgressDeadlineOption();

  /** Returns these options as arguments for another process. */
  List<String> arguments() {
    requireCache();
    List<String> arguments = new ArrayList<>(arguments(memory, cache, cacheSize));
    arguments.addAll(deadline.arguments());
    return arguments;
  }

  /** Returns them as arguments; the size of a cache that there is not is left out. */
  static List<String> arguments(
      Optional<Long> memory, Optional<Path> cache, Optional<Long> cacheSize) {
    List<String> arguments = new ArrayList<>();
    memory.ifPresent(bytes -> arguments.addAll(List.of("--memory", bytes.toString())));
    cache.ifPresent(path -> arguments.addAll(List.of("--cache", path.toAbsolutePath().toString())));
    cacheSize
        .filter(_ -> cache.isPresent())
        .ifPresent(bytes -> arguments.addAll(List.of("--cache-size", bytes.toString())));
    return arguments;
  }

  /** Refuses a size of nothing. */
  private void requireCache() {
    if (cacheSize.isPresent() && cache.isEmpty()) {
      throw new ParameterException(
          command.commandLine(),
          "--cache-size has a meaning only with --cache: give that too, or leave it out");
    }
  }

  Memory bounds() {
    return memory.map(Memory::of).orElseGet(Memory::ofThisMachine);
  }

  /**
   * Opens the cache, if one is configured.
   *
   * @throws IOException when the directory cannot be used, or another process uses it
   */
  Optional<BlockCache> openCache() throws IOException {
    requireCache();
    try {
      return cache.map(path -> BlockCache.open(path, cacheSize.orElse(CACHE_BYTES)));
    } catch (UncheckedIOException e) {
      throw new IOException("the cache cannot be used: " + e.getMessage(), e);
    }
  }
}
