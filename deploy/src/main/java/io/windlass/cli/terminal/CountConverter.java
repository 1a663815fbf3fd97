package io.windlass.cli.terminal;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how many there are to be of something: at least one, and at most a billion less one. */
public final class CountConverter implements ITypeConverter<Integer> {
  private static final Pattern FORM = Pattern.compile("0*[1-9]\\d{0,8}");

  @Override
  public Integer convert(String text) {
    if (!FORM.matcher(text).matches()) {
      throw new TypeConversionException("'%s' is not a number from 1 to 999999999".formatted(text));
    }
    return Integer.valueOf(text);
  }
}
