package io.windlass.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.observe.LogSettings;
import io.windlass.secret.Secret;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LoggingTest {
  private final PrintStream before = System.err;
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final Logger ours = LoggerFactory.getLogger("io.windlass.something");

  @BeforeEach
  void capture() {
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void release() {
    System.setErr(before);
    Logging.start(new LogSettings(Level.INFO, LogSettings.Format.TEXT));
  }

  private List<String> lines() {
    return written.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void jsonIsOneObjectALine() {
    Logging.start(new LogSettings(Level.INFO, LogSettings.Format.JSON));
    ours.atInfo()
        .addKeyValue("method", "a \"b\"")
        .addKeyValue("ms", 12L)
        .addKeyValue("level", "mine")
        .addKeyValue("secret", Secret.of("canary-3a51"))
        .setCause(new IllegalStateException("why\nnot"))
        .log("two\nlines");
    assertThat(lines()).hasSize(1);
    JsonNode line = new JsonMapper().readTree(lines().getFirst());
    assertThat(line.get("level").asString()).isEqualTo("INFO");
    assertThat(line.get("_level").asString()).isEqualTo("mine");
    assertThat(line.get("logger").asString()).isEqualTo("io.windlass.something");
    assertThat(line.get("message").asString()).isEqualTo("two\nlines");
    assertThat(line.get("method").asString()).isEqualTo("a \"b\"");
    assertThat(line.get("ms").asLong()).isEqualTo(12);
    assertThat(line.get("secret").asString()).isEqualTo("***");
    assertThat(line.get("exception").asString()).contains("IllegalStateException: why");
    assertThat(line.get("time").asString()).endsWith("Z");
  }

  @Test
  void textIsOneLineWhateverTheMessage() {
    Logging.start(new LogSettings(Level.INFO, LogSettings.Format.TEXT));
    ours.atInfo().addKeyValue("code", "OK").log("two\nlines\u001b[31m");
    assertThat(lines())
        .singleElement()
        .satisfies(
            line -> assertThat(line).endsWith("INFO  something: two lines [31m code=\"OK\""));
  }

  @Test
  void withoutATerminalAutoIsJson() {
    Logging.start(new LogSettings(Level.INFO, LogSettings.Format.AUTO));
    ours.info("hello");
    assertThat(lines()).singleElement().satisfies(line -> assertThat(line).startsWith("{"));
  }

  @Test
  void librariesNeverLogBelowInfo() {
    Logging.start(new LogSettings(Level.TRACE, LogSettings.Format.TEXT));
    for (String library :
        List.of(
            "io.grpc.netty.NettyServerHandler",
            "io.netty.channel",
            "software.amazon.awssdk.request",
            "org.apache.hc.client5.http.wire",
            "org.gaul.s3proxy.S3ProxyHandler",
            "org.eclipse.jetty.server",
            "some.library")) {
      assertThat(LoggerFactory.getLogger(library).isDebugEnabled()).as(library).isFalse();
      assertThat(LoggerFactory.getLogger(library).isWarnEnabled()).as(library).isTrue();
    }
    assertThat(ours.isTraceEnabled()).isTrue();
  }

  @Test
  void aCoarseLevelIsForAll() {
    Logging.start(new LogSettings(Level.ERROR, LogSettings.Format.TEXT));
    assertThat(ours.isWarnEnabled()).isFalse();
    assertThat(LoggerFactory.getLogger("io.netty.channel").isWarnEnabled()).isFalse();
  }

  /** gRPC logs by java.util.logging. */
  @Test
  void javaUtilLoggingIsTakenIn() {
    Logging.start(new LogSettings(Level.INFO, LogSettings.Format.TEXT));
    java.util.logging.Logger.getLogger("io.grpc.internal").warning("from elsewhere");
    assertThat(lines())
        .singleElement()
        .satisfies(line -> assertThat(line).contains("WARN  internal: from elsewhere"));
  }
}
