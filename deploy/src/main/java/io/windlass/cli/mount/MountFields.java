package io.windlass.cli.mount;

import io.windlass.cli.mount.MountedPlace.State;
import io.windlass.proto.mounter.VolumeReport;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** A mount as fields for programs. */
final class MountFields {
  private MountFields() {}

  /**
   * Returns its fields: sizes in bytes, times in milliseconds, counters since the mounter began.
   */
  static SequencedMap<String, Object> of(MountedPlace place) {
    SequencedMap<String, Object> fields = new LinkedHashMap<>();
    fields.put("directory", place.directory().toString());
    fields.put("bucket", place.bucket());
    fields.put("state", place.word());
    switch (place.state()) {
      case State.Unreported unreported -> fields.put("why", unreported.why());
      case State.Reported reported -> {
        fields.put("version", reported.mounter().getVersion());
        fields.put("pid", reported.mounter().getPid());
        fields.put("upMillis", reported.mounter().getAgeMs());
        put(reported.volume(), fields);
      }
    }
    return fields;
  }

  /** Returns whether the mount writes, as its options say it; empty if its mounter is older. */
  static String writes(VolumeReport volume) {
    return switch (volume.getWriters()) {
      case OTHERS -> "read-only";
      case ANY -> "read-write";
      case SINGLE -> "single-writer";
      case WRITERS_UNSPECIFIED, UNRECOGNIZED -> "";
    };
  }

  private static void put(VolumeReport volume, SequencedMap<String, Object> fields) {
    fields.put("writes", writes(volume));
    fields.put("bytesRead", volume.getBytesRead());
    fields.put("bytesWritten", volume.getBytesWritten());
    fields.put("bytesFetched", volume.getBytesFetched());
    fields.put("bytesFromDisk", volume.getBytesFromDisk());
    fields.put("requests", volume.getRequests());
    fields.put("errors", volume.getErrors());
    fields.put("openFiles", volume.getOpenFiles());
    fields.put("namesKnown", volume.getNamesKnown());
    fields.put("namesAsked", volume.getNamesAsked());
    fields.put("unsentFiles", volume.getUnpublished().getFiles());
    fields.put("unsentBytes", volume.getUnpublished().getBytes());
    fields.put("trouble", volume.getTrouble());
  }
}
