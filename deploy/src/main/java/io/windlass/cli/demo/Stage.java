package io.windlass.cli.demo;

import io.windlass.cli.scratch.Driver;
import io.windlass.cli.scratch.Launcher;
import io.windlass.cli.scratch.Place;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** The driver that is up now, and the line to it. */
final class Stage implements AutoCloseable {
  private final Screen screen;
  private final Launcher launcher;
  private final Place place;
  private Optional<Driver> driver = Optional.empty();
  private Optional<Conversation> conversation = Optional.empty();

  Stage(Screen screen, Launcher launcher, Place place) {
    this.screen = screen;
    this.launcher = launcher;
    this.place = place;
  }

  Place place() {
    return place;
  }

  /** Starts the driver. */
  void start() throws IOException, InterruptedException {
    screen.sent("COSI_ENDPOINT=%s windlass cosi".formatted(place.endpoint()));
    long began = System.nanoTime();
    Driver started = Driver.start(launcher, place);
    driver = Optional.of(started);
    conversation = Optional.of(new Conversation(screen, place.endpoint()));
    screen.received(
        Duration.ofNanos(System.nanoTime() - began), "process %d serves".formatted(started.pid()));
  }

  /** Kills the driver. */
  void kill() {
    Driver running = driver.orElseThrow();
    screen.sent("kill -9 %d".formatted(running.pid()));
    running.kill();
    conversation.ifPresent(Conversation::close);
  }

  /** The line to the driver. */
  Conversation conversation() {
    return conversation.orElseThrow();
  }

  @Override
  public void close() {
    conversation.ifPresent(Conversation::close);
    driver.ifPresent(Driver::close);
  }
}
