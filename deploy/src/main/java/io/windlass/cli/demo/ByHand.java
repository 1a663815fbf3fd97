package io.windlass.cli.demo;

import java.nio.file.Path;
import java.time.Duration;

/** Instructions to repeat the demo by hand. */
final class ByHand {
  private ByHand() {}

  /** Returns them for the store that the demo ran on. */
  static String text(Path launcher, DemoStore store, Duration taken) {
    return switch (store) {
      case EmbeddedStore _ -> embedded(launcher, taken);
      case RemoteStore _ -> remote(launcher, store, taken);
    };
  }

  private static String remote(Path launcher, DemoStore store, Duration taken) {
    return """

    Everything worked as expected, in %.1f s. A driver over this store, by hand:

      %s \\
        %s cosi

    "windlass demo" says at its end what to call it with; ids begin with %s/.
    """
        .formatted(
            taken.toMillis() / 1000.0,
            String.join(" \\\n        ", store.byHand()),
            launcher,
            store.backend());
  }

  private static String embedded(Path launcher, Duration taken) {
    return """

    Everything worked as expected, in %.1f s. To try it by hand, in two terminals:

      alias windlass='%s'
      export COSI_ENDPOINT=unix:///tmp/windlass/cosi.sock

      windlass cosi                                             # in the first

      windlass call GetInfo                                     # in the second
      windlass call GenerateBucketId '{"name": "bc-mine"}'
      windlass call CreateBucket '{"bucket_id": "local/bc-mine"}'
      windlass call --show-secrets GrantBucketAccess '{"account_id": "local/ba-mine",
        "protocol": {"type": "S3"}, "authentication_type": {"type": "KEY"},
        "buckets": [{"bucket_id": "local/bc-mine",
          "object_data_access_mode": {"mode": "READ_WRITE"},
          "object_metadata_access_mode": {"mode": "ANY"},
          "bucket_metadata_access_mode": {"mode": "ANY"}}]}'

    The socket has reflection, so grpcurl works too:

      grpcurl -plaintext -unix /tmp/windlass/cosi.sock \\
        sigs.k8s.io.cosi.v1alpha2.Identity/DriverGetInfo

    And any S3 client, with the key and the endpoint that the grant answers:

      export AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… AWS_REGION=us-east-1
      aws --endpoint-url http://127.0.0.1:… s3 cp README.md s3://bc-mine/

    Volumes, as root, when the driver above has been stopped: a store has one driver at a time.

      openssl rand -base64 32 > /tmp/windlass/keys
      export CSI_ENDPOINT=unix:///tmp/windlass/csi.sock

      WINDLASS_CSI_MODE=both WINDLASS_KEYS=/tmp/windlass/keys windlass csi

      windlass call --api csi CreateVolume '{"name": "mine", "volume_capabilities":
        [{"mount": {}, "access_mode": {"mode": "MULTI_NODE_MULTI_WRITER"}}]}'
      windlass call --api csi ListVolumes
    """
        .formatted(taken.toMillis() / 1000.0, launcher);
  }
}
