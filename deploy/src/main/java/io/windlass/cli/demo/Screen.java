package io.windlass.cli.demo;

import java.time.Duration;

/**
 * Output of the demo. The story tells everything to it: what was promised, and what goes over the
 * wire. Each screen shows one of them.
 */
sealed interface Screen permits WireScreen, PromiseScreen {

  /** Begins the next part. */
  void part(String title, String promise);

  /** Begins a further promise of the same part. */
  void promise(String promise);

  /** Shows how far what was promised is. */
  void progress(String evidence);

  /** Shows that the promise was kept, and by what one sees it. */
  void kept(String evidence);

  /** Shows why a part is left out. */
  void leftOut(String part, String why);

  /** Shows the action that begins now. */
  void sent(String what);

  /** Shows the result of an action, and the time that it took. */
  void received(Duration time, String what);

  /** Shows what actions have proven. */
  void shown(String what);

  /** Shows a remark to the reader. */
  void remark(String what);

  /** Shows what is wrong. */
  void wrong(String what);
}
