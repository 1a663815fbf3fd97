package io.windlass.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Test;

class ClosedConnectionsTest {

  @Test
  void aConnectionThatClosedIsUnavailable() {
    Status closed = Status.fromThrowable(new ClosedChannelException());
    assertThat(closed.getCode()).isEqualTo(Status.Code.UNKNOWN);

    Status told = ClosedConnections.translated(closed);

    assertThat(told.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(told.getDescription()).contains("connection to the driver was closed");
    assertThat(told.getCause()).isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void whatTheDriverAnswersStaysAsItIs() {
    for (Status answer :
        new Status[] {
          Status.UNKNOWN.withDescription("channel closed"),
          Status.UNKNOWN.withCause(new IOException("other")),
          Status.OK,
          Status.INTERNAL
        }) {
      assertThat(ClosedConnections.translated(answer)).isSameAs(answer);
    }
  }
}
