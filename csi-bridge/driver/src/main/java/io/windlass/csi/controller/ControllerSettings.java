package io.windlass.csi.controller;

import io.windlass.config.SpecLevel;
import io.windlass.csi.RegionTopology;
import io.windlass.volume.VolumeRules;
import java.util.Optional;

/**
 * Settings of a controller.
 *
 * @param spec release of the spec, which decides what is offered where releases differ
 * @param topology converts regions for messages; empty: regions are not reported
 * @param rules rules for all volumes
 */
public record ControllerSettings(
    SpecLevel spec, Optional<RegionTopology> topology, VolumeRules rules) {
  /** Returns the settings for a release of the spec, without regions and without rules. */
  public static ControllerSettings of(SpecLevel spec) {
    return new ControllerSettings(spec, Optional.empty(), VolumeRules.NONE);
  }
}
