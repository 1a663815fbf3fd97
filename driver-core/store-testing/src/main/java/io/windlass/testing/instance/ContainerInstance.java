package io.windlass.testing.instance;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.DockerClient;
import io.windlass.testing.Patience;
import org.testcontainers.containers.GenericContainer;

/** A server in a container, whose published port and data stay the same when it starts again. */
public final class ContainerInstance implements Instance {
  private static final int MAX_OUTPUT = 100_000;

  private final GenericContainer<?> container;

  /** Creates one that does not wait for the server at its start: the caller does. */
  public ContainerInstance(GenericContainer<?> container) {
    this.container = container;
  }

  @Override
  public void start() {
    if (container.getContainerId() == null) {
      container.start();
    } else {
      engine().startContainerCmd(container.getContainerId()).exec();
    }
  }

  @Override
  public void signal(Signal signal) {
    engine().killContainerCmd(container.getContainerId()).withSignal("SIG" + signal).exec();
    if (signal == Signal.STOP) {
      StoppedProcess.await(
          requireNonNull(
              engine()
                  .inspectContainerCmd(container.getContainerId())
                  .exec()
                  .getState()
                  .getPidLong()));
    }
    if (signal == Signal.KILL) {
      await().atMost(Patience.LONG).until(() -> !isRunning());
    }
  }

  @Override
  public boolean isRunning() {
    return container.isRunning();
  }

  @Override
  public String output() {
    String all = container.getLogs();
    return all.substring(Math.max(0, all.length() - MAX_OUTPUT));
  }

  @Override
  public void close() {
    container.stop();
  }

  private DockerClient engine() {
    return container.getDockerClient();
  }
}
