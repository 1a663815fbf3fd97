package io.windlass.csi.node;

import io.windlass.error.DriverException;
import java.util.function.Supplier;

/** An attempt to publish a volume at a path, by what its failure means to the caller. */
enum Attempt {
  /** Nothing is there yet: each failure has the code of its kind. */
  FIRST,
  /**
   * The volume is published there already, and a workload uses it. A kubelet repeats the call while
   * the workload runs. After a code by which the call is finished, kubelets take the path away from
   * under it (Kubernetes issues 121271 and 139045), so no failure has such a code.
   */
  REPEATED;

  void run(Runnable step) {
    boolean _ =
        of(() -> {
          step.run();
          return true;
        });
  }

  <T> T of(Supplier<T> step) {
    try {
      return step.get();
    } catch (DriverException e) {
      throw switch (this) {
        case FIRST -> e;
        case REPEATED ->
            e.kind().isFinal()
                ? new DriverException.Unavailable(
                    "the volume stays published here as it is: " + e.getMessage(), e)
                : e;
      };
    }
  }
}
