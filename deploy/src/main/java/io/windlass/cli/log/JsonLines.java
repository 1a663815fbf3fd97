package io.windlass.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import org.slf4j.event.KeyValuePair;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Log encoder that writes one JSON object per line. Logback's own encoder puts key-value pairs into
 * a list of objects; here they are fields, which a log store can search.
 */
final class JsonLines extends EncoderBase<ILoggingEvent> {
  private final JsonMapper json = new JsonMapper();

  @Override
  public byte[] encode(ILoggingEvent event) {
    ObjectNode line = json.createObjectNode();
    line.put("time", event.getInstant().toString());
    line.put("level", event.getLevel().toString());
    line.put("logger", event.getLoggerName());
    line.put("thread", event.getThreadName());
    line.put("message", event.getFormattedMessage());
    if (event.getKeyValuePairs() != null) {
      event.getKeyValuePairs().forEach(pair -> put(line, pair));
    }
    if (event.getThrowableProxy() != null) {
      line.put("exception", ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
    return (json.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Adds a key-value pair. If the key is the name of a field that is already there, it gets a
   * leading underscore. Objects are written as text, not as JSON objects.
   */
  private static void put(ObjectNode line, KeyValuePair pair) {
    String name = line.has(pair.key) ? "_" + pair.key : pair.key;
    switch (pair.value) {
      case Long number -> line.put(name, number);
      case Integer number -> line.put(name, number);
      case Boolean truth -> line.put(name, truth);
      case null -> line.putNull(name);
      default -> line.put(name, pair.value.toString());
    }
  }

  @Override
  public byte[] headerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] footerBytes() {
    return new byte[0];
  }
}
