package io.windlass.cli.stores;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folders of an installation with the libraries of each kind of store, and of traces. An
 * installation may lack those that nobody uses there.
 *
 * @param lib has a folder for each kind; empty where there is no installation, as in tests, where
 *     all libraries are on the class path
 */
public record StoreLibraries(Optional<Path> lib) {
  /** Those of the installation that this process was started from. */
  public static StoreLibraries ofProcess() {
    return new StoreLibraries(
        Optional.ofNullable(System.getProperty("windlass.home")).map(home -> Path.of(home, "lib")));
  }

  /** The folder of a kind, if it is missing. */
  public Optional<Path> missing(String kind) {
    return lib.map(folder -> folder.resolve(kind)).filter(Files::notExists);
  }
}
