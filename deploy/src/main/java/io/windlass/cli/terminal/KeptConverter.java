package io.windlass.cli.terminal;

import io.windlass.volume.MountValue;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@link MountValue#KEPT}. */
public final class KeptConverter implements ITypeConverter<String> {
  @Override
  public String convert(String text) {
    if (MountValue.KEPT.accepts(text)) {
      return text;
    }
    throw new TypeConversionException("must be " + MountValue.KEPT.right());
  }
}
