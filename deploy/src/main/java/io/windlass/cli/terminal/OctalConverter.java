package io.windlass.cli.terminal;

import io.windlass.volume.MountValue;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads permissions in octal, like {@code 644}. */
public final class OctalConverter implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String text) {
    return MountValue.mode(text)
        .orElseThrow(() -> new TypeConversionException("'" + text + "' is not octal: like 644"));
  }
}
