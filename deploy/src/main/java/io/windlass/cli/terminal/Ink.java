package io.windlass.cli.terminal;

/** Emphasis of text on a terminal. */
public enum Ink {
  BOLD(1),
  RED(31),
  GREEN(32),
  YELLOW(33),
  CYAN(36);

  private final int code;

  Ink(int code) {
    this.code = code;
  }

  /** Returns the parameter of the escape sequence that switches it on (ECMA-48, SGR). */
  int code() {
    return code;
  }
}
