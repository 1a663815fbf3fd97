package io.windlass.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import io.windlass.observe.LogSettings;
import java.io.Console;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * Sets up Logback in code: reading a configuration file would take longer than the rest of a start.
 */
public final class Logging {
  private static final String OURS = "io.windlass";
  private static final String APPENDER = "stderr";

  /** Libraries that log much which is of use only to their authors. */
  private static final List<String> TALKATIVE =
      List.of(
          "io.grpc",
          "io.netty",
          "software.amazon",
          "org.apache.hc",
          "org.gaul",
          "org.eclipse",
          "com.azure",
          "com.google.api",
          "com.google.auth",
          "reactor");

  /** Remarks at each request that the JDK's client sets Content-Length by itself. */
  private static final String AZURE_HTTP = "com.azure.core.http.jdk.httpclient.JdkHttpClient";

  /**
   * Pattern that writes one line, whatever the message contains, so that nobody can forge a further
   * line.
   */
  private static final String TEXT =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0}: %replace(%msg){'\\p{Cntrl}', ' '}"
          + " %kvp%n";

  private Logging() {}

  /**
   * Replaces the present settings of logging. Libraries never log below INFO: some print whole
   * messages there, with the secrets in them.
   */
  public static void start(LogSettings settings) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    Level level = Level.convertAnSLF4JLevel(settings.level());
    Level libraries = coarser(level, Level.INFO);
    context.getLogger(OURS).setLevel(level);
    context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(libraries);
    for (String library : TALKATIVE) {
      context.getLogger(library).setLevel(coarser(libraries, Level.WARN));
    }
    context.getLogger(AZURE_HTTP).setLevel(Level.ERROR);
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setName(APPENDER);
    appender.setContext(context);
    appender.setTarget("System.err");
    appender.setEncoder(encoder(context, settings.format()));
    appender.start();
    context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).addAppender(appender);
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
  }

  /** Logs nothing from now on: for commands whose output says all that there is to say. */
  public static void stop() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
  }

  /**
   * Returns how this process logs, or errors alone if it logs nothing; the format is never {@code
   * AUTO}.
   */
  public static LogSettings current() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    Level level = context.getLogger(OURS).getEffectiveLevel();
    boolean json =
        context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).getAppender(APPENDER)
                instanceof ConsoleAppender<ILoggingEvent> appender
            && appender.getEncoder() instanceof JsonLines;
    return new LogSettings(
        org.slf4j.event.Level.valueOf(coarsest(level).toString()),
        json ? LogSettings.Format.JSON : LogSettings.Format.TEXT);
  }

  private static Level coarsest(Level level) {
    return level.equals(Level.OFF) ? Level.ERROR : level;
  }

  private static Encoder<ILoggingEvent> encoder(LoggerContext context, LogSettings.Format format) {
    return switch (format) {
      case AUTO ->
          encoder(context, onTerminal() ? LogSettings.Format.TEXT : LogSettings.Format.JSON);
      case TEXT -> {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(TEXT);
        encoder.start();
        yield encoder;
      }
      case JSON -> {
        JsonLines encoder = new JsonLines();
        encoder.setContext(context);
        encoder.start();
        yield encoder;
      }
    };
  }

  private static boolean onTerminal() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }

  private static Level coarser(Level a, Level b) {
    return a.isGreaterOrEqual(b) ? a : b;
  }
}
