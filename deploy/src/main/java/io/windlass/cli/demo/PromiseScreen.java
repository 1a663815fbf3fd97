package io.windlass.cli.demo;

import io.windlass.cli.terminal.Ink;
import io.windlass.cli.terminal.Terminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Shows a line for each promise: what it is, by what one sees that it was kept, and how long that
 * took. On an interactive terminal the line moves while it waits.
 */
final class PromiseScreen implements Screen {
  private static final String SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
  private static final long TURN_MILLIS = 120;
  private static final int PROMISE = 41;
  private static final int MARGIN = 5;

  /** Columns of the mark and the time. */
  private static final int RESULT = 10;

  private final Terminal terminal;
  private final boolean stepping;
  private final ScheduledExecutorService spinner =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("spinner").factory());
  private Optional<ScheduledFuture<?>> turning = Optional.empty();
  private int part;
  private int turn;
  private String margin = "";
  private String promise = "";
  private String evidence = "";
  private long began;

  /**
   * Makes a screen.
   *
   * @param stepping whether it waits for Enter before each part
   */
  PromiseScreen(Terminal terminal, boolean stepping) {
    this.terminal = terminal;
    this.stepping = stepping;
  }

  @Override
  public void part(String title, String first) {
    if (stepping) {
      awaitEnter();
    }
    begin("%3d  ".formatted(++part), first);
  }

  @Override
  public void promise(String next) {
    begin(" ".repeat(MARGIN), next);
  }

  private synchronized void begin(String front, String next) {
    margin = front;
    promise = next;
    evidence = "";
    began = System.nanoTime();
    if (terminal.interactive() && turning.isEmpty()) {
      turning =
          Optional.of(
              spinner.scheduleAtFixedRate(this::turn, 0, TURN_MILLIS, TimeUnit.MILLISECONDS));
    }
  }

  private synchronized void turn() {
    if (!promise.isEmpty()) {
      String mark = SPINNER.substring(turn, turn + 1);
      terminal.replaceLine(line(terminal.paint(Ink.CYAN, mark)));
      turn = (turn + 1) % SPINNER.length();
    }
  }

  @Override
  public synchronized void progress(String shown) {
    evidence = shown;
  }

  @Override
  public synchronized void kept(String shown) {
    evidence = shown;
    finish(line(terminal.paint(Ink.GREEN, "✓")));
  }

  @Override
  public synchronized void leftOut(String what, String why) {
    finish(margin + terminal.paint(Ink.YELLOW, "left out: " + what + ","));
    terminal.print(" ".repeat(MARGIN), MARGIN, "because " + why);
  }

  @Override
  public synchronized void wrong(String what) {
    if (!promise.isEmpty()) {
      finish(line(terminal.paint(Ink.RED, "✗")));
    }
    terminal.print(" ".repeat(MARGIN), MARGIN, what);
  }

  private void finish(String line) {
    if (terminal.interactive()) {
      terminal.replaceLine("");
    }
    terminal.out().println(line);
    promise = "";
  }

  private String line(String mark) {
    int room = terminal.textWidth() - MARGIN - PROMISE - RESULT;
    String seen = evidence.length() > room ? evidence.substring(0, room - 1) + "…" : evidence;
    double seconds = (System.nanoTime() - began) / 1e9;
    return margin
        + ("%-" + PROMISE + "s%-" + room + "s %s %5.1f s").formatted(promise, seen, mark, seconds);
  }

  /** Waits for the end of a line of standard input, or the end of the input. */
  private void awaitEnter() {
    try {
      if (terminal.interactive()) {
        terminal.replaceLine("     Enter: next");
      }
      int read;
      do {
        read = System.in.read();
      } while (read >= 0 && read != '\n');
      if (terminal.interactive()) {
        // The terminal itself has shown the Enter as a new line.
        terminal.replaceLine("\033[A");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void sent(String what) {}

  @Override
  public void received(Duration time, String what) {}

  @Override
  public void shown(String what) {}

  @Override
  public void remark(String what) {}
}
