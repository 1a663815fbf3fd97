package io.windlass.cli.terminal;

import io.windlass.volume.MountValue;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the number of a user or a group. */
public final class IdConverter implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String text) {
    if (!MountValue.ID.accepts(text)) {
      throw new TypeConversionException("'%s' is not %s".formatted(text, MountValue.ID.right()));
    }
    return Integer.valueOf(text);
  }
}
