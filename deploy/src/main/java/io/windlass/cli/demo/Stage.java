package io.windlass.cli.demo;

import io.windlass.cli.call.Api;
import io.windlass.cli.scratch.Driver;
import io.windlass.cli.scratch.Launcher;
import io.windlass.cli.scratch.ScratchDirectory;
import io.windlass.cli.scratch.Spec;
import io.windlass.mounter.keeper.MounterReports;
import io.windlass.mounter.keeper.ProgressDeadline;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** The running driver of the demo, and the client that calls it. */
final class Stage implements AutoCloseable {
  private final Screen screen;
  private final Launcher launcher;
  private final ScratchDirectory place;
  private final DemoStore store;
  private final ProgressDeadline deadline;
  private Optional<Driver> driver = Optional.empty();
  private Optional<Conversation> conversation = Optional.empty();
  private boolean closed;

  Stage(
      Screen screen,
      Launcher launcher,
      ScratchDirectory place,
      DemoStore store,
      ProgressDeadline deadline) {
    this.screen = screen;
    this.launcher = launcher;
    this.place = place;
    this.store = store;
    this.deadline = deadline;
  }

  ScratchDirectory place() {
    return place;
  }

  DemoStore store() {
    return store;
  }

  /** Starts a driver. */
  synchronized void start(Spec spec) throws IOException, InterruptedException {
    if (closed) {
      throw new IOException("interrupted");
    }
    screen.sent(
        switch (spec) {
          case COSI -> "COSI_ENDPOINT=%s windlass cosi".formatted(place.endpoint(spec));
          case CSI ->
              "CSI_ENDPOINT=%s WINDLASS_CSI_MODE=both WINDLASS_KEYS=%s windlass csi"
                  .formatted(place.endpoint(spec), place.keys());
        });
    long began = System.nanoTime();
    Driver started = Driver.start(launcher, place, spec, store.settings(), deadline);
    driver = Optional.of(started);
    conversation =
        Optional.of(
            new Conversation(
                screen,
                switch (spec) {
                  case COSI -> Api.v1alpha2;
                  case CSI -> Api.csi;
                },
                place.endpoint(spec)));
    screen.received(since(began), "process %d serves".formatted(started.pid()));
  }

  /** Returns the process that serves the mounts. */
  long mounter() throws IOException {
    return MounterReports.ask(place.run()).getPid();
  }

  /** Kills the driver. */
  synchronized void kill() {
    Driver running = driver.orElseThrow();
    screen.sent("kill -9 %d".formatted(running.pid()));
    running.kill();
    conversation.ifPresent(Conversation::close);
  }

  /** Stops the driver with SIGTERM, and waits until it has ended. */
  synchronized void stop() throws InterruptedException {
    Driver running = driver.orElseThrow();
    screen.sent("kill %d".formatted(running.pid()));
    long began = System.nanoTime();
    conversation.ifPresent(Conversation::close);
    running.stop(deadline);
    screen.received(since(began), "it has ended");
  }

  private static Duration since(long began) {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  /** Returns the client of the running driver. */
  synchronized Conversation conversation() {
    return conversation.orElseThrow();
  }

  /** Stops the driver. No driver can be started after this. */
  @Override
  public synchronized void close() {
    closed = true;
    conversation.ifPresent(Conversation::close);
    driver.ifPresent(Driver::close);
  }
}
