package io.windlass.faults;

import io.grpc.Status.Code;
import java.util.Map;

/**
 * What COSI and CSI have in common: something is made that holds objects, and somebody may use it.
 * Whatever is not OK is a {@link Refused}.
 */
interface Service {

  /** Makes a bucket, or a volume; gives its id. */
  String make(String name, Map<String, String> parameters);

  void delete(String id);

  /**
   * Lets an account, or a node, use it.
   *
   * @param who its name
   * @return what it was told: the same for the same
   */
  Object allow(String id, String who, boolean readOnly);

  void forbid(String id, String who);

  /** How the spec calls the field with the id. */
  String idField();

  /** What somebody is told who is allowed something already and asks for something else. */
  default Code allowedOtherwise() {
    return Code.ALREADY_EXISTS;
  }

  /** An answer that is not OK. */
  final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Code code;

    Refused(Code code, String message) {
      super(message);
      this.code = code;
    }

    Code code() {
      return code;
    }
  }
}
