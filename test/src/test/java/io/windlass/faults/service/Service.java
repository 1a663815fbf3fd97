package io.windlass.faults.service;

import io.grpc.Status.Code;
import java.util.Map;

/**
 * Operations that COSI and CSI have in common: making something that holds objects, and granting
 * its use. Every answer that is not OK is thrown as a {@link Refused}.
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

  /** Returns the code for a caller that has access already and asks for other rights. */
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
