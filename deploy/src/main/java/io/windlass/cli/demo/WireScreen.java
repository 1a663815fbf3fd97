package io.windlass.cli.demo;

import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.Terminal;
import java.time.Duration;

/** Shows what goes over the wire: actions and their results, one below the other. */
final class WireScreen implements Screen {
  private static final String MARGIN = "  ";

  private final Terminal terminal;
  private int chapter;

  WireScreen(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void part(String title, String promise) {
    chapter++;
    terminal.out().println();
    terminal.out().println(terminal.paint(Ink.BOLD, chapter + ". " + title));
  }

  @Override
  public void promise(String promise) {}

  @Override
  public void progress(String evidence) {}

  @Override
  public void kept(String evidence) {}

  @Override
  public void leftOut(String part, String why) {
    remark("left out, with what else CSI does: " + why);
  }

  @Override
  public void sent(String what) {
    line(Ink.CYAN, "→         ", what);
  }

  @Override
  public void received(Duration time, String what) {
    line(Ink.CYAN, "← %5d ms".formatted(time.toMillis()), what);
  }

  @Override
  public void shown(String what) {
    line(Ink.GREEN, "✓         ", what);
  }

  @Override
  public void remark(String what) {
    line(Ink.YELLOW, "!         ", what);
  }

  @Override
  public void wrong(String what) {
    line(Ink.RED, "✗         ", what);
  }

  private void line(Ink ink, String mark, String what) {
    terminal.print(
        MARGIN + terminal.paint(ink, mark) + " ", MARGIN.length() + mark.length() + 1, what);
  }
}
