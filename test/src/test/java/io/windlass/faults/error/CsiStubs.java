package io.windlass.faults.error;

import io.grpc.Channel;
import io.windlass.proto.csi.ControllerGrpc;
import io.windlass.proto.csi.ControllerGrpc.ControllerBlockingStub;
import io.windlass.proto.csi.GroupControllerGrpc;
import io.windlass.proto.csi.GroupControllerGrpc.GroupControllerBlockingStub;
import io.windlass.proto.csi.IdentityGrpc;
import io.windlass.proto.csi.IdentityGrpc.IdentityBlockingStub;
import io.windlass.proto.csi.NodeGrpc;
import io.windlass.proto.csi.NodeGrpc.NodeBlockingStub;
import java.util.concurrent.TimeUnit;

/** Calls a plugin once, and waits longer than any call may take. */
record CsiStubs(Channel channel) {
  private static final int SECONDS = 300;

  IdentityBlockingStub identity() {
    return IdentityGrpc.newBlockingStub(channel).withDeadlineAfter(SECONDS, TimeUnit.SECONDS);
  }

  ControllerBlockingStub controller() {
    return ControllerGrpc.newBlockingStub(channel).withDeadlineAfter(SECONDS, TimeUnit.SECONDS);
  }

  GroupControllerBlockingStub groups() {
    return GroupControllerGrpc.newBlockingStub(channel)
        .withDeadlineAfter(SECONDS, TimeUnit.SECONDS);
  }

  NodeBlockingStub node() {
    return NodeGrpc.newBlockingStub(channel).withDeadlineAfter(SECONDS, TimeUnit.SECONDS);
  }
}
