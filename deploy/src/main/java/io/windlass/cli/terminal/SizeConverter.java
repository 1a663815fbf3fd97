package io.windlass.cli.terminal;

import io.windlass.setting.Quantity;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads sizes in bytes, as Kubernetes writes them, like {@code 256Mi}. */
public final class SizeConverter implements ITypeConverter<Long> {
  @Override
  public Long convert(String text) {
    return Quantity.parse(text)
        .orElseThrow(() -> new TypeConversionException("'" + text + "' is no size: like 256Mi"));
  }
}
