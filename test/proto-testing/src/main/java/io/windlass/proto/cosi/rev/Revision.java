package io.windlass.proto.cosi.rev;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import io.windlass.proto.cosi.rev.a.CosiRevAProto;
import io.windlass.proto.cosi.rev.b.CosiRevBProto;
import io.windlass.proto.cosi.rev.c.CosiRevCProto;
import io.windlass.proto.cosi.rev.d.CosiRevDProto;
import io.windlass.proto.cosi.rev.e.CosiRevEProto;

/** The revisions of v1alpha2, oldest first, each with its own proto. */
public enum Revision {
  A(CosiRevAProto.getDescriptor()),
  B(CosiRevBProto.getDescriptor()),
  C(CosiRevCProto.getDescriptor()),
  D(CosiRevDProto.getDescriptor()),
  E(CosiRevEProto.getDescriptor());

  private final FileDescriptor file;

  Revision(FileDescriptor file) {
    this.file = file;
  }

  /** The revision's proto. */
  public FileDescriptor file() {
    return file;
  }

  /** A message of the revision, by its name within the package; "Outer.Inner" for a nested one. */
  public Descriptor message(String name) {
    String[] names = name.split("\\.");
    Descriptor message = file.findMessageTypeByName(names[0]);
    for (int i = 1; message != null && i < names.length; i++) {
      message = message.findNestedTypeByName(names[i]);
    }
    if (message == null) {
      throw new IllegalArgumentException("revision " + this + " has no message " + name);
    }
    return message;
  }
}
