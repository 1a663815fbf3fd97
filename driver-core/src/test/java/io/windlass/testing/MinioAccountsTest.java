package io.windlass.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

@RealServer(MinioServer.class)
class MinioAccountsTest {
  @Test
  void aFreshServerHasNone(PrivateServer<MinioServer> own) {
    MinioAccounts accounts = MinioAccounts.of(own.server());

    assertThat(accounts.users()).isEmpty();
    assertThat(accounts.attached()).isEmpty();
    assertThat(accounts.policies()).isEmpty();
  }
}
