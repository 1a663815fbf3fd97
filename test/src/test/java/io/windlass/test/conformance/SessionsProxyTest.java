package io.windlass.test.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cli.stores.ClientProxies;
import io.windlass.cosi.sanity.azure.AzureSessions;
import io.windlass.cosi.sanity.s3.S3Sessions;
import io.windlass.cosi.sanity.store.Proof;
import io.windlass.cosi.sanity.store.ProxyRule;
import io.windlass.cosi.sanity.store.StoreSession;
import io.windlass.cosi.sanity.store.StoreSessions;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.BucketInfo;
import io.windlass.cosi.sanity.wire.WorkloadCredential;
import io.windlass.testing.proxy.RecordingProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The clients on which credentials are tried go by the rule of all others. */
class SessionsProxyTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /** Nobody listens there. */
  private static final String S3 = "http://127.0.0.1:1";

  private static final String AZURE = "http://127.0.0.1:2";

  private static Access access(WorkloadCredential key, BucketInfo bucket) {
    return new Access(
        "ba",
        List.of(new Access.GrantedBucket("orders", List.of(bucket))),
        List.of(key),
        List.of());
  }

  private static final Access ON_S3 =
      access(
          new WorkloadCredential.S3("id", "secret"),
          new BucketInfo.S3("orders", S3, "us-east-1", BucketInfo.Style.PATH));

  private static final Access ON_AZURE =
      access(
          new WorkloadCredential.Azure(AZURE + "/shop/orders?si=policy&sig=c2VjcmV0", ""),
          new BucketInfo.Azure("shop"));

  @Test
  void requestsGoThroughTheProxyThatIsToldItsUser() throws IOException {
    try (RecordingProxy proxy = RecordingProxy.startFor("user:canary")) {
      ProxyRule through =
          ClientProxies.of(
              Map.of("http_proxy", "http://user:canary@" + proxy.url().getAuthority()));
      list(new S3Sessions(TIMEOUT, through), ON_S3);
      list(new AzureSessions(TIMEOUT, through), ON_AZURE);
      assertThat(proxy.passed()).contains("GET 127.0.0.1:1", "GET 127.0.0.1:2");
    }
  }

  @Test
  void whatIsExceptedIsAskedDirectly() throws IOException {
    try (RecordingProxy proxy = RecordingProxy.start()) {
      ProxyRule except =
          ClientProxies.of(Map.of("http_proxy", proxy.url().toString(), "no_proxy", "127.0.0.0/8"));
      list(new S3Sessions(TIMEOUT, except), ON_S3);
      list(new AzureSessions(TIMEOUT, except), ON_AZURE);
      assertThat(proxy.passed()).isEmpty();
    }
  }

  private static void list(StoreSessions sessions, Access access) {
    try (sessions;
        StoreSession session = sessions.open(access, "orders", Proof.GRANTED)) {
      assertThat(session.list().isAllowed()).isFalse();
    }
  }
}
