package io.windlass.store.gcs.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.api.services.storage.model.HmacKeyMetadata;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.fake.gcs.Misbehaviour;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.Workload.Outcome;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.GcsBackends;
import io.windlass.store.gcs.GcsWorkloads;
import io.windlass.store.gcs.bucket.BucketLooks;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call dies after each of its requests took effect, and is repeated. */
@DisplayName("Access on Google when a call is cut off at any request, on a FAKE")
class GcsAccessCrashTest {
  private static final int MORE_REQUESTS_THAN_ANY = 60;
  private static final Duration LATE = Duration.ofMinutes(3);
  private static final KeyGeneration KEY = new KeyGeneration(1, "");

  @TempDir Path directory;

  /** A service that can be cut off. */
  private final class Server implements AutoCloseable {
    private final FakeGcs fake = new FakeGcs("project");
    private final GcsBackend backend = GcsBackends.open(fake, directory);
    private final BucketLooks looks = new BucketLooks(fake);
    private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
    private final Principal principal =
        new Principal(
            "ba-1",
            List.of(
                new BucketGrant(
                    "bucket",
                    "in/",
                    new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY),
                    Set.of())),
            Optional.empty());

    Server() {
      fake.settings().newNamesAreUnknown(1); // each refusal is a request more to be cut off at
      backend.buckets().create("bucket", BucketSettings.DEFAULT);
      // The first fault counts the requests until it is used up; the others follow it.
      fake.faults().next((_, _) -> left.getAndDecrement() == 1, new Misbehaviour.AnswerLost());
      for (int i = 0; i < MORE_REQUESTS_THAN_ANY; i++) {
        fake.faults().next((_, _) -> left.get() < 1, new Misbehaviour.Refused(500));
      }
    }

    /** Runs a call that is cut off after so many requests; false if it has no more than these. */
    boolean dies(int after, Runnable call) {
      return dies(after, call, DriverException.class);
    }

    /**
     * The same of a call that may be refused for its own reasons.
     *
     * @param cut what a call throws that was cut off
     */
    boolean dies(int after, Runnable call, Class<? extends DriverException> cut) {
      left.set(after);
      try {
        call.run();
        return false;
      } catch (DriverException e) {
        return cut.isInstance(e) && left.get() < 1;
      } finally {
        left.set(Integer.MAX_VALUE);
      }
    }

    /** Returns whether the service accepts the key for a list of the granted prefix. */
    boolean isAccepted(Issued issued) {
      try (Workload workload =
          new GcsWorkloads().open(issued.credential(), backend.locate("bucket"))) {
        return workload.list("in/") == Outcome.ALLOWED;
      }
    }

    List<HmacKeyMetadata> keys() throws IOException {
      return Optional.ofNullable(
              looks.storage().projects().hmacKeys().list("project").execute().getItems())
          .orElse(List.of());
    }

    String policies() throws IOException {
      return String.valueOf(
          looks.storage().managedFolders().getIamPolicy("bucket", "in/").execute());
    }

    void requireNothingLeft(Issued issued) throws IOException {
      backend.access().revoke(principal, List.of(IssuedKey.of(KEY, issued)));
      assertThat(keys()).isEmpty();
      assertThat(policies()).doesNotContain("serviceAccount:w-");
      assertThat(fake.serviceAccounts()).noneMatch(each -> each.startsWith("w-"));
    }

    @Override
    public void close() {
      backend.close();
      fake.close();
    }
  }

  @Test
  void aGrantThatWasCutOff() throws IOException {
    for (int request = 1; request < MORE_REQUESTS_THAN_ANY; request++) {
      try (Server server = new Server()) {
        boolean died =
            server.dies(
                request,
                () -> {
                  Issued _ = server.backend.access().grant(server.principal, KEY, List.of());
                });
        Issued issued = server.backend.access().grant(server.principal, KEY, List.of());
        assertThat(server.keys())
            .as("after request %d", request)
            .extracting(HmacKeyMetadata::getAccessId)
            .containsExactly(issued.handle().text());
        server.requireNothingLeft(issued);
        if (!died) {
          assertThat(request).isGreaterThan(5);
          return;
        }
      }
    }
    throw new AssertionError("more requests than expected");
  }

  @Test
  void aRevokeThatWasCutOff() throws IOException {
    for (int request = 1; request < MORE_REQUESTS_THAN_ANY; request++) {
      try (Server server = new Server()) {
        Issued issued = server.backend.access().grant(server.principal, KEY, List.of());
        List<IssuedKey> keys = List.of(IssuedKey.of(KEY, issued));
        boolean died =
            server.dies(
                request,
                () ->
                    server
                        .backend
                        .access()
                        .revoke(server.principal, keys, List.of(issued.credential())));
        server.requireNothingLeft(issued);
        if (!died) {
          assertThat(request).isGreaterThan(5);
          return;
        }
      }
    }
    throw new AssertionError("more requests than expected");
  }

  /**
   * The service goes on accepting a revoked key for minutes. A revoke ends well only when the key
   * is refused, wherever the one before it was cut off.
   */
  @Test
  void aRevokeThatWasCutOffWhileTheKeyGoesOnWorking() throws IOException {
    for (int request = 1; request < MORE_REQUESTS_THAN_ANY; request++) {
      try (Server server = new Server()) {
        Issued issued = server.backend.access().grant(server.principal, KEY, List.of());
        List<IssuedKey> keys = List.of(IssuedKey.of(KEY, issued));
        server.fake.settings().policiesTake(LATE);
        server.fake.settings().keyStatesTake(LATE);
        server.fake.pass(LATE.plusSeconds(1));
        assertThat(server.isAccepted(issued)).isTrue();
        Runnable revoke =
            () ->
                server
                    .backend
                    .access()
                    .revoke(server.principal, keys, List.of(issued.credential()));
        boolean died = server.dies(request, revoke, DriverException.Unavailable.class);
        for (int call = 0; call < 3; call++) {
          assertThatExceptionOfType(DriverException.Aborted.class)
              .as("after request %d", request)
              .isThrownBy(revoke::run)
              .withMessageContaining("still accepts its key, for ");
          assertThat(server.isAccepted(issued)).as("after request %d", request).isTrue();
        }
        server.fake.pass(LATE.plusSeconds(1));
        revoke.run();
        assertThat(server.isAccepted(issued)).as("after request %d", request).isFalse();
        server.requireNothingLeft(issued);
        if (!died) {
          assertThat(request).isGreaterThan(5);
          return;
        }
      }
    }
    throw new AssertionError("more requests than expected");
  }
}
