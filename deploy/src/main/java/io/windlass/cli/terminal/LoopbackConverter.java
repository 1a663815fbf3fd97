package io.windlass.cli.terminal;

import io.windlass.setting.Formats;
import java.net.InetSocketAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the address and the port of a server, or a port alone: that is of the loopback address. */
public final class LoopbackConverter implements ITypeConverter<InetSocketAddress> {
  @Override
  public InetSocketAddress convert(String text) {
    return Formats.address("")
        .parse(text.matches("\\d+") ? "127.0.0.1:" + text : text)
        .filter(address -> address.getPort() > 0) // nobody would be told which one it became
        .orElseThrow(() ->
            new TypeConversionException(
                "'%s' is neither a port from 1 to 65535 nor host:port, like 9100 or 0.0.0.0:9100"
                    .formatted(text)));
  }
}
