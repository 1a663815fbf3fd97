package io.windlass.cosi.sanity.check;

import io.windlass.cosi.sanity.trial.Check;
import io.windlass.cosi.sanity.trial.Rule;
import io.windlass.cosi.sanity.trial.Trial;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.DriverInfo;
import java.util.List;

/** Checks of DriverGetInfo. */
final class InfoChecks {
  private InfoChecks() {}

  static List<Check> all() {
    return List.of(
        Check.of(
            "info/shape",
            Rule.spec(
                "DriverGetInfo",
                "the name MUST follow domain name notation (RFC 1035) and be 63 characters or"
                    + " less; at least one protocol is REQUIRED"),
            InfoChecks::shape),
        Check.of(
            "info/stable",
            Rule.sidecar(
                "DriverGetInfo is asked once, at start: what the driver says must stay true"),
            InfoChecks::stable),
        Check.of(
                "info/protocol",
                Rule.sidecar("buckets are asked for with protocols that supported_protocols names"),
                InfoChecks::protocol)
            .in(ApiRevision::isV1Alpha2));
  }

  private static void shape(Trial trial) throws InterruptedException {
    DriverInfo info = trial.ok("DriverGetInfo must answer", trial.client()::info);
    trial.valid(info.violations());
    trial.note("%s", info.name());
  }

  private static void stable(Trial trial) throws InterruptedException {
    DriverInfo first = trial.ok("DriverGetInfo must answer", trial.client()::info);
    DriverInfo second = trial.ok("DriverGetInfo must answer again", trial.client()::info);
    trial.require(
        first.equals(second),
        "DriverGetInfo must answer the same again, but said %s and then %s",
        first,
        second);
  }

  private static void protocol(Trial trial) throws InterruptedException {
    DriverInfo info = trial.ok("DriverGetInfo must answer", trial.client()::info);
    trial.require(
        info.protocols().contains(trial.settings().protocol()),
        "supported_protocols must name %s, which this run asks for, but has %s",
        trial.settings().protocol(),
        info.protocols());
  }
}
