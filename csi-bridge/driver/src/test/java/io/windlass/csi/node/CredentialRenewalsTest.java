package io.windlass.csi.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.csi.Renewal;
import io.windlass.csi.node.request.VolumeAccess;
import io.windlass.error.DriverException;
import io.windlass.registry.Fingerprint;
import io.windlass.secret.MessageKey;
import io.windlass.secret.Secret;
import io.windlass.store.s3.S3Connector;
import io.windlass.store.s3.client.S3Protocol;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When credentials are renewed, by a clock that the test moves. */
class CredentialRenewalsTest {
  private static final Duration LIFE = Duration.ofHours(1);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final List<Instant> asked = new ArrayList<>();
  private Instant now = START;
  private Optional<Renewal> live = Optional.of(issued(START));
  private Optional<String> trouble = Optional.empty();
  private boolean attached = true;
  private boolean busy;
  private CredentialRenewals renewals = begin();

  private static Renewal issued(Instant when) {
    return issued(when, "http://controller/renew");
  }

  private static Renewal issued(Instant when, String url) {
    return new Renewal(
        when, Optional.of(when.plus(LIFE)), URI.create(url), new MessageKey(Secret.of("key")));
  }

  private static VolumeAccess access(Renewal renewal) {
    return new VolumeAccess(
        new S3Connector()
            .address(S3Protocol.location("bucket", URI.create("http://s3:9000"), "eu-1", true)),
        "",
        Secret.of("credential"),
        0,
        0,
        false,
        false,
        Map.of(),
        Optional.of(renewal));
  }

  /** A plugin that starts: nothing is left of what an earlier one knew. */
  private CredentialRenewals begin() {
    NodeRecord record =
        NodeRecord.of("volume", Path.of("/staged"), false, Fingerprint.of(Map.of()));
    return new CredentialRenewals(
        () -> List.of(record), new TestMounts(), this::ask, () -> now, Runnable::run);
  }

  private Optional<VolumeAccess> ask(String volumeId, Renewal renewal) throws IOException {
    asked.add(now);
    if (trouble.isPresent()) {
      throw new IOException(trouble.get());
    }
    return attached ? Optional.of(access(issued(now))) : Optional.empty();
  }

  private final class TestMounts implements CredentialRenewals.Mounts {
    @Override
    public Optional<Renewal> renewal(NodeRecord record) {
      return live;
    }

    @Override
    public void give(NodeRecord record, VolumeAccess access) {
      if (busy) {
        throw new DriverException.Aborted("another call");
      }
      live = access.renewal();
    }
  }

  /** Lets time pass, in steps as the plugin looks. */
  private void pass(Duration time) throws InterruptedException {
    Instant end = now.plus(time);
    while (now.isBefore(end)) {
      now = now.plusSeconds(1);
      renewals.look();
    }
  }

  @Test
  void aCredentialIsRenewedAfterHalfOfItsLife() throws InterruptedException {
    pass(Duration.ofHours(2));
    assertThat(asked)
        .containsExactly(
            START.plusSeconds(1800),
            START.plusSeconds(3600),
            START.plusSeconds(5400),
            START.plusSeconds(7200));
    assertThat(renewals.renewals()).isEqualTo(4);
    assertThat(renewals.failing()).isZero();
  }

  @Test
  void controllersThatDoNotAnswerHoldUpNoOther() {
    List<NodeRecord> records =
        IntStream.range(0, 20)
            .mapToObj(i ->
                NodeRecord.of(
                    "volume" + i, Path.of("/staged" + i), false, Fingerprint.of(Map.of())))
            .toList();
    Map<String, Renewal> live = new ConcurrentHashMap<>();
    records.forEach(record -> live.put(record.volumeId(), issued(START, "http://dead/renew")));
    live.put("volume19", issued(START, "http://alive/renew"));
    Set<String> waiting = ConcurrentHashMap.newKeySet();
    CountDownLatch over = new CountDownLatch(1);
    now = START.plus(LIFE);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CredentialRenewals many =
          new CredentialRenewals(
              () -> records,
              new CredentialRenewals.Mounts() {
                @Override
                public Optional<Renewal> renewal(NodeRecord record) {
                  return Optional.ofNullable(live.get(record.volumeId()));
                }

                @Override
                public void give(NodeRecord record, VolumeAccess access) {
                  live.put(record.volumeId(), access.renewal().orElseThrow());
                }
              },
              (volumeId, renewal) -> {
                if (renewal.url().getHost().equals("dead")) {
                  waiting.add(volumeId);
                  over.await();
                  throw new IOException("it does not answer");
                }
                return Optional.of(access(issued(now)));
              },
              () -> now,
              threads);
      many.look();
      await().until(() -> many.renewals() == 1 && waiting.size() == CredentialRenewals.QUESTIONS);
      many.look();
      assertThat(waiting).hasSize(CredentialRenewals.QUESTIONS);
      over.countDown();
      await()
          .until(() -> {
            many.look();
            return waiting.size() == 19;
          });
    }
  }

  @Test
  void anotherPluginGoesOn() throws InterruptedException {
    pass(Duration.ofMinutes(20));
    renewals = begin();
    pass(Duration.ofMinutes(20));
    assertThat(asked).containsExactly(START.plusSeconds(1800));
  }

  @Test
  void whatLastsIsNotRenewed() throws InterruptedException {
    live = Optional.empty();
    pass(Duration.ofHours(2));
    Renewal asking = issued(START);
    live = Optional.of(new Renewal(asking.issued(), Optional.empty(), asking.url(), asking.key()));
    pass(Duration.ofHours(2));
    assertThat(asked).isEmpty();
  }

  @Test
  void whatFailsIsTriedAgainWithPausesOfAMinuteAtMost() throws InterruptedException {
    trouble = Optional.of("it is away");
    pass(Duration.ofHours(1));
    List<Long> pauses = new ArrayList<>();
    for (int i = 1; i < asked.size(); i++) {
      pauses.add(Duration.between(asked.get(i - 1), asked.get(i)).toSeconds());
    }
    assertThat(pauses).startsWith(2L, 4L, 8L, 16L, 32L, 60L, 60L).allMatch(each -> each <= 60);
    assertThat(renewals.failing()).isEqualTo(1);
    assertThat(renewals.failures()).isEqualTo(asked.size());

    trouble = Optional.empty();
    pass(Duration.ofMinutes(1));
    assertThat(renewals.failing()).isZero();
    assertThat(renewals.renewals()).isEqualTo(1);
  }

  @Test
  void whileACallWorksOnTheVolumeItIsTriedAgain() throws InterruptedException {
    busy = true;
    pass(Duration.ofMinutes(30));
    assertThat(renewals.renewals()).isZero();
    busy = false;
    pass(Duration.ofSeconds(2));
    assertThat(renewals.renewals()).isEqualTo(1);
  }

  @Test
  void nobodyAsksForAVolumeThatIsNotAttachedAnyMoreUntilItIsAgain() throws InterruptedException {
    attached = false;
    pass(Duration.ofHours(2));
    assertThat(asked).hasSize(1);
    attached = true;
    live = Optional.of(issued(now));
    pass(Duration.ofMinutes(30));
    assertThat(asked).hasSize(2);
  }

  @Test
  void aMountBeginsWithACredentialThatHasNotEnded() throws Exception {
    VolumeAccess given = access(issued(START));
    now = START.plusSeconds(1);
    assertThat(renewals.usable("volume", given)).isEqualTo(access(issued(now)));
    trouble = Optional.of("it is away");
    assertThat(renewals.usable("volume", given)).isEqualTo(given);
    trouble = Optional.empty();
    attached = false;
    assertThat(renewals.usable("volume", given)).isEqualTo(given);
    attached = true;
    now = START.plus(LIFE);
    assertThat(renewals.usable("volume", given)).isEqualTo(access(issued(now)));
    trouble = Optional.of("it is away");
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> renewals.usable("volume", given))
        .withMessageContaining("ended at 2026-01-01T01:00:00Z", "it is away");
    trouble = Optional.empty();
    attached = false;
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> renewals.usable("volume", given));
  }
}
