package io.windlass.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes down each request of the JDK's client, each attempt by itself, for the bill of the scripts
 * that test against an account: its method, or LIST. To be started before the first client is made.
 */
public final class RequestCount extends Handler {
  /** The logger of the JDK's client, which has to be kept. */
  private static final Logger CLIENT = Logger.getLogger("jdk.httpclient.HttpClient");

  private static final Pattern REQUEST = Pattern.compile("(https?://\\S+) ([A-Z]+)\\b");
  private static final Pattern LIST = Pattern.compile("[?&](comp=list|list-type=2|maxResults=)");

  private final Path file;
  private final SimpleFormatter formatter = new SimpleFormatter();

  private RequestCount(Path file) {
    this.file = file;
  }

  /** Starts, where the variable WINDLASS_TEST_COUNTS names a file. */
  public static void start() {
    Optional.ofNullable(System.getenv("WINDLASS_TEST_COUNTS"))
        .filter(_ -> CLIENT.getHandlers().length == 0)
        .ifPresent(file -> {
          System.setProperty("jdk.httpclient.HttpClient.log", "requests");
          CLIENT.setUseParentHandlers(false); // URLs can have signatures
          CLIENT.addHandler(new RequestCount(Path.of(file)));
        });
  }

  @Override
  public void publish(LogRecord record) {
    Matcher request = REQUEST.matcher(formatter.formatMessage(record));
    if (request.find()) {
      write(LIST.matcher(request.group(1)).find() ? "LIST\n" : request.group(2) + "\n");
    }
  }

  /** A line in one write, so that those of several threads do not mix. */
  private void write(String line) {
    try {
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
