package io.windlass.rpc;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** Captures the log of a name, at DEBUG and above, until it is closed. */
final class CapturedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final Consumer<String> each;
  private final Level before;

  private CapturedLog(Logger logger, Consumer<String> each) {
    this.logger = logger;
    this.each = each;
    this.before = logger.getLevel();
  }

  static CapturedLog of(String name) {
    return of(name, _ -> {});
  }

  /**
   * @param each called with each message, by the thread that logs it and before that goes on
   */
  static CapturedLog of(String name, Consumer<String> each) {
    CapturedLog log = new CapturedLog((Logger) LoggerFactory.getLogger(name), each);
    log.start();
    log.logger.setLevel(Level.DEBUG);
    log.logger.addAppender(log);
    return log;
  }

  @Override
  protected void append(ILoggingEvent event) {
    events.add(event);
    each.accept(event.getFormattedMessage());
  }

  /** Messages and key-value pairs as text. */
  List<String> lines() {
    return events.stream().map(event -> event.getFormattedMessage() + " " + pairs(event)).toList();
  }

  /** The one line of the only call so far. */
  Map<String, String> call() {
    List<ILoggingEvent> calls =
        events.stream().filter(event -> event.getFormattedMessage().equals("rpc")).toList();
    if (calls.size() != 1) {
      throw new AssertionError("not one line: " + lines());
    }
    Map<String, String> pairs = pairs(calls.getFirst());
    pairs.put("level", calls.getFirst().getLevel().toString());
    return pairs;
  }

  private static Map<String, String> pairs(ILoggingEvent event) {
    Map<String, String> pairs = new TreeMap<>();
    if (event.getKeyValuePairs() != null) {
      event.getKeyValuePairs().forEach(pair -> pairs.put(pair.key, String.valueOf(pair.value)));
    }
    return pairs;
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    logger.setLevel(before);
  }
}
