package io.windlass.test.pods;

import io.windlass.test.driver.DriverSetup;
import java.util.List;
import java.util.Map;

/** What runs the two processes of a node as pods. */
interface PodRuntime {
  /** The user of the mounter, in the chart and here. */
  int USER = 65532;

  /**
   * Returns the command that runs the plugin in a pod. It ends with the pod.
   *
   * @param setup settings of the plugin; the command gets those of its program as arguments
   */
  List<String> plugin(DriverSetup setup);

  /**
   * Returns the command that runs the mounter in a pod. It ends with the pod.
   *
   * @param options further options of the mounter
   */
  List<String> mounter(DriverSetup setup, List<String> options);

  /** Returns the environment of the command of {@link #mounter}. */
  Map<String, String> environment(DriverSetup setup);

  /**
   * Returns the program in a pod, which is number 1 there. Waits until it is there.
   *
   * @param command what was started
   */
  ProcessHandle program(ProcessHandle command);

  /** Removes what is left of the pods of a node when their programs have ended. */
  void remove(DriverSetup setup);
}
