package io.windlass.cli.terminal;

import io.windlass.volume.MountValue;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@link MountValue#MEDIA_TYPE}. */
public final class MediaTypeConverter implements ITypeConverter<String> {
  @Override
  public String convert(String text) {
    if (MountValue.MEDIA_TYPE.accepts(text)) {
      return text;
    }
    throw new TypeConversionException("must be " + MountValue.MEDIA_TYPE.right());
  }
}
