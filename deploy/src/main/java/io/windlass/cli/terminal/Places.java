package io.windlass.cli.terminal;

import io.windlass.connect.RemoteSettings;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Readers of paths, by what is to be there. What is wrong is said before the command begins. */
public final class Places {
  private Places() {}

  /** A directory that is there, as an absolute path: other processes are told it. */
  public static final class Directory implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      Path path = path(text).toAbsolutePath().normalize();
      requireDirectory(path);
      return path;
    }
  }

  /** The same of one that is made if it is missing. */
  public static final class DirectoryToMake implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      Path path = path(text).toAbsolutePath().normalize();
      if (Files.exists(path) && !Files.isDirectory(path)) {
        throw new TypeConversionException("%s is no directory".formatted(path));
      }
      return path;
    }
  }

  /** A file that is there and can be read. */
  public static final class ReadableFile implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      Path path = path(text);
      if (Files.notExists(path)) {
        throw new TypeConversionException("there is no file %s".formatted(path));
      }
      if (Files.isDirectory(path)) {
        throw new TypeConversionException("%s is a directory: name a file".formatted(path));
      }
      if (!Files.isReadable(path)) {
        throw new TypeConversionException("this user may not read %s".formatted(path));
      }
      return path;
    }
  }

  /** A file that is made, and is not there yet. */
  public static final class NewFile implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      Path path = path(text);
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        throw new TypeConversionException(
            "%s is there already: name a file that is not".formatted(path));
      }
      requireDirectory(path.toAbsolutePath().resolveSibling(""));
      return path;
    }
  }

  /** A file that is made or written anew. */
  public static final class FileToWrite implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      Path path = path(text);
      if (Files.isDirectory(path)) {
        throw new TypeConversionException("%s is a directory: name a file".formatted(path));
      }
      requireDirectory(path.toAbsolutePath().resolveSibling(""));
      return path;
    }
  }

  /** A file of certificates that can be trusted. */
  public static final class Certificates implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      Path pem = new ReadableFile().convert(text).toAbsolutePath().normalize();
      if (RemoteSettings.certificates().parse(pem.toString()).isEmpty()) {
        throw new TypeConversionException("%s has no certificates in PEM".formatted(pem));
      }
      return pem;
    }
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new TypeConversionException("it is no path: " + e.getReason());
    }
  }

  private static void requireDirectory(Path path) {
    if (Files.notExists(path)) {
      throw new TypeConversionException("there is no directory %s".formatted(path));
    }
    if (!Files.isDirectory(path)) {
      throw new TypeConversionException("%s is no directory".formatted(path));
    }
  }
}
