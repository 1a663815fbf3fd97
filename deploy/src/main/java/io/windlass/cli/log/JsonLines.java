package io.windlass.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.slf4j.event.KeyValuePair;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Log encoder that writes one JSON object per line. Logback's own encoder puts key-value pairs into
 * a list of objects; here they are fields, which a log store can search.
 */
final class JsonLines extends EncoderBase<ILoggingEvent> {
  /** No mapper of objects: that alone would take a fifth of the start of a process. */
  private final JsonFactory json = new JsonFactory();

  @Override
  public byte[] encode(ILoggingEvent event) {
    SequencedMap<String, Object> fields = new LinkedHashMap<>();
    fields.put("time", event.getInstant());
    fields.put("level", event.getLevel());
    fields.put("logger", event.getLoggerName());
    fields.put("thread", event.getThreadName());
    fields.put("message", event.getFormattedMessage());
    if (event.getKeyValuePairs() != null) {
      event.getKeyValuePairs().forEach(pair -> put(fields, pair));
    }
    if (event.getThrowableProxy() != null) {
      fields.put("exception", ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
    return line(fields).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Adds a key-value pair. If the key is the name of a field that is already there, it gets a
   * leading underscore.
   */
  private static void put(SequencedMap<String, Object> fields, KeyValuePair pair) {
    String name = fields.containsKey(pair.key) ? "_" + pair.key : pair.key;
    fields.put(name, pair.value == null ? Optional.empty() : pair.value);
  }

  private String line(SequencedMap<String, Object> fields) {
    StringWriter line = new StringWriter();
    try (JsonGenerator out = json.createGenerator(ObjectWriteContext.empty(), line)) {
      out.writeStartObject();
      fields.forEach((name, value) -> write(out.writeName(name), value));
      out.writeEndObject();
    }
    return line + "\n";
  }

  /** Writes a value. Objects are written as text, not as JSON objects. */
  private static void write(JsonGenerator out, Object value) {
    switch (value) {
      case Long number -> out.writeNumber(number);
      case Integer number -> out.writeNumber(number);
      case Boolean truth -> out.writeBoolean(truth);
      case Optional<?> none when none.isEmpty() -> out.writeNull();
      default -> out.writeString(value.toString());
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
