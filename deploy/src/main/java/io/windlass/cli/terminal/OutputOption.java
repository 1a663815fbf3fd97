package io.windlass.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Option of commands that list things: the form of the list. */
public final class OutputOption {

  /** Forms of a list. */
  public enum Form {
    /** A table for people, which fits the terminal. */
    TABLE,
    WIDE,
    JSON,
    YAML,
    NAME
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      converter = FormConverter.class,
      completionCandidates = Names.class,
      description =
          "wide: a table with all columns, however wide it is; json, yaml: for programs, sizes in"
              + " bytes; name: names alone, one a line. Default: a table that fits the terminal.")
  Form given = Form.TABLE;

  @Option(names = "--json", description = "The same as -o json.")
  boolean json;

  /** The names of forms. The default has none. */
  static final class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Names() {
      super(List.of("json", "name", "wide", "yaml"));
    }
  }

  /** Reads a form. */
  static final class FormConverter implements ITypeConverter<Form> {
    @Override
    public Form convert(String text) {
      if (!new Names().contains(text)) {
        throw new TypeConversionException(
            "'%s' is none of %s".formatted(text, String.join(", ", new Names())));
      }
      return Form.valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** Returns the form that is asked for. */
  public Form form() {
    return json ? Form.JSON : given;
  }

  /** Returns whether it is one for programs, which {@link #print} and {@link #printOne} write. */
  public boolean isForPrograms() {
    return form() == Form.JSON || form() == Form.YAML;
  }

  /** Prints maps, lists, texts and numbers in the form for programs that is asked for. */
  public void print(Terminal terminal, Object value) {
    terminal.out().println(form() == Form.YAML ? YamlText.of(value) : JsonText.of(value));
  }

  /** Prints one of many: as a line of JSON, or as a document of YAML. */
  public void printOne(Terminal terminal, Object value) {
    terminal
        .out()
        .println(form() == Form.YAML ? YamlText.document(value) : JsonText.onOneLine(value));
  }

  /** Returns how wide a table may be. What goes to no terminal is for a program, and has all. */
  public int width(Terminal terminal) {
    return form() == Form.TABLE && terminal.interactive() ? terminal.width() : Integer.MAX_VALUE;
  }
}
