package io.windlass.csi.node;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks every second, in the background, whether credentials have to be renewed. */
final class RenewalThread implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RenewalThread.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final CredentialRenewals renewals;
  private final ExecutorService questions;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("credential-renewal").unstarted(this::run);

  private RenewalThread(CredentialRenewals renewals, ExecutorService questions) {
    this.renewals = renewals;
    this.questions = questions;
  }

  /**
   * Starts to look.
   *
   * @param questions threads of the renewals, which end with this
   */
  static RenewalThread start(CredentialRenewals renewals, ExecutorService questions) {
    RenewalThread started = new RenewalThread(renewals, questions);
    started.thread.start();
    return started;
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(PAUSE);
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A defect must not end the renewals of all volumes. */
  private void look() {
    try {
      renewals.look();
    } catch (RuntimeException e) {
      log.error("credentials are not renewed now", e);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    questions.shutdownNow();
  }
}
