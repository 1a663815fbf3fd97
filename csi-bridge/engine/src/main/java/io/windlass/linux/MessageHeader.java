package io.windlass.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Struct msghdr with one piece of memory for bytes, and memory for descriptors. */
final class MessageHeader {
  private static final int SOL_SOCKET = 1;
  private static final int SCM_RIGHTS = 1;
  private static final int MSG_TRUNC = 0x20;
  private static final int MSG_CTRUNC = 0x08;

  /** Size of struct cmsghdr in bytes, which its data follows. */
  private static final int HEAD = 16;

  private static final int CONTROL_LENGTH = 40;
  private static final int FLAGS = 48;

  private final MemorySegment header;
  private final MemorySegment control;

  MessageHeader(Arena arena, MemorySegment content, int descriptors) {
    MemorySegment vector = arena.allocate(16, 8);
    vector.set(ValueLayout.JAVA_LONG, 0, content.address());
    vector.set(ValueLayout.JAVA_LONG, 8, content.byteSize());
    // The kernel pads each piece of control data to a multiple of 8 bytes.
    control = arena.allocate(descriptors == 0 ? 0 : HEAD + (4L * descriptors + 7) / 8 * 8, 8);
    header = arena.allocate(56, 8);
    header.set(ValueLayout.JAVA_LONG, 16, vector.address());
    header.set(ValueLayout.JAVA_LONG, 24, 1);
    header.set(ValueLayout.JAVA_LONG, 32, descriptors == 0 ? 0 : control.address());
    header.set(ValueLayout.JAVA_LONG, CONTROL_LENGTH, control.byteSize());
  }

  long address() {
    return header.address();
  }

  /** Stores the descriptors to send, exactly as many as the header was created for. */
  void put(List<Descriptor> descriptors) {
    if (descriptors.isEmpty()) {
      return;
    }
    control.set(ValueLayout.JAVA_LONG, 0, HEAD + 4L * descriptors.size());
    control.set(ValueLayout.JAVA_INT, 8, SOL_SOCKET);
    control.set(ValueLayout.JAVA_INT, 12, SCM_RIGHTS);
    for (int i = 0; i < descriptors.size(); i++) {
      control.set(ValueLayout.JAVA_INT, HEAD + 4L * i, descriptors.get(i).number());
    }
  }

  /** Returns the descriptors that were received. The caller owns them. */
  List<Descriptor> take() {
    List<Descriptor> descriptors = new ArrayList<>();
    long end = header.get(ValueLayout.JAVA_LONG, CONTROL_LENGTH);
    long at = 0;
    while (end - at >= HEAD) {
      long length = control.get(ValueLayout.JAVA_LONG, at);
      if (length < HEAD || length > end - at) {
        break;
      }
      if (control.get(ValueLayout.JAVA_INT, at + 8) == SOL_SOCKET
          && control.get(ValueLayout.JAVA_INT, at + 12) == SCM_RIGHTS) {
        for (long i = HEAD; i + 4 <= length; i += 4) {
          descriptors.add(Descriptor.of(control.get(ValueLayout.JAVA_INT, at + i)));
        }
      }
      at += (length + 7) / 8 * 8;
    }
    return descriptors;
  }

  /** Returns whether the received message did not fit and was cut off. */
  boolean isCut() {
    return (header.get(ValueLayout.JAVA_INT, FLAGS) & (MSG_TRUNC | MSG_CTRUNC)) != 0;
  }
}
