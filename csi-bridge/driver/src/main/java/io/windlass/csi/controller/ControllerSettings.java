package io.windlass.csi.controller;

import io.windlass.config.SpecLevel;
import io.windlass.csi.RegionTopology;
import io.windlass.volume.VolumeRules;
import java.util.Optional;

/**
 * How a controller is set up.
 *
 * @param spec decides what is offered where releases of the spec differ
 * @param topology how regions are told; empty: nothing is said of regions
 * @param rules what holds for all volumes
 */
public record ControllerSettings(
    SpecLevel spec, Optional<RegionTopology> topology, VolumeRules rules) {
  /** At this level, and nothing else said. */
  public static ControllerSettings of(SpecLevel spec) {
    return new ControllerSettings(spec, Optional.empty(), VolumeRules.NONE);
  }
}
