package io.windlass.cli.terminal;

import io.windlass.setting.Formats;
import java.net.InetSocketAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the address and the port of a server, like {@code 0.0.0.0:9090}. */
public final class AddressConverter implements ITypeConverter<InetSocketAddress> {
  @Override
  public InetSocketAddress convert(String text) {
    return Formats.address("")
        .parse(text)
        .orElseThrow(() ->
            new TypeConversionException("'" + text + "' is not host:port, like 0.0.0.0:9090"));
  }
}
