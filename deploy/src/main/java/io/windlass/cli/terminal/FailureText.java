package io.windlass.cli.terminal;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Failures in words: the exceptions of files name the file alone. */
public final class FailureText {
  private FailureText() {}

  /** Returns the failure as a sentence. */
  public static String of(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    if (!(failure instanceof FileSystemException files) || files.getReason() != null) {
      return message;
    }
    return switch (files) {
      case NoSuchFileException _ -> "%s is not there".formatted(message);
      case AccessDeniedException _ -> "this user may not access %s".formatted(message);
      case FileAlreadyExistsException _ -> "%s is there already".formatted(message);
      case NotDirectoryException _ -> "%s is no directory".formatted(message);
      case DirectoryNotEmptyException _ -> "%s is not empty".formatted(message);
      default -> "%s cannot be used: %s".formatted(message, files.getClass().getSimpleName());
    };
  }
}
