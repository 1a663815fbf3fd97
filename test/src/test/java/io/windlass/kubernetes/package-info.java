/**
 * Windlass on a real Kubernetes, with a kubelet, installed from its chart. {@code
 * test/kubernetes/run} runs these tests; see the README there.
 */
@NullMarked
package io.windlass.kubernetes;

import org.jspecify.annotations.NullMarked;
