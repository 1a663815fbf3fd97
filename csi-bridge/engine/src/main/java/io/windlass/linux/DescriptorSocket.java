package io.windlass.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A connection between two processes of this machine whose messages carry descriptors besides bytes
 * (a Unix socket of type SOCK_SEQPACKET: messages keep their bounds). Calls block in the kernel, so
 * they should run on platform threads.
 */
public final class DescriptorSocket implements AutoCloseable {
  /** Most descriptors in one message (SCM_MAX_FD). */
  public static final int MAX_DESCRIPTORS = 253;

  /** Most bytes of the path of a socket: {@code sun_path} of the kernel, without the NUL. */
  public static final int MAX_PATH_BYTES = 107;

  private static final int AF_UNIX = 1;
  private static final int SEQPACKET_CLOEXEC = 5 | 02000000;
  private static final int SOL_SOCKET = 1;
  private static final int SO_PEERCRED = 17;
  private static final int SO_RCVTIMEO = 20;
  private static final int SO_SNDTIMEO = 21;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int MSG_CMSG_CLOEXEC = 0x40000000;
  private static final int SHUT_RDWR = 2;

  private final Descriptor socket;

  private DescriptorSocket(Descriptor socket) {
    this.socket = socket;
  }

  /**
   * A message that was received.
   *
   * @param descriptors descriptors that came with it; the receiver owns and closes them
   */
  public record Message(MemorySegment bytes, List<Descriptor> descriptors) {}

  /** Two sockets that are connected to each other. */
  public record Pair(DescriptorSocket one, DescriptorSocket other) implements AutoCloseable {
    @Override
    public void close() {
      one.close();
      other.close();
    }
  }

  /** Creates two sockets that are connected to each other. */
  public static Pair pair() throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment both = arena.allocate(ValueLayout.JAVA_INT, 2);
      Libc.SOCKETPAIR.call("socketpair", AF_UNIX, SEQPACKET_CLOEXEC, 0, both.address(), 0, 0);
      return new Pair(
          of(Descriptor.of(both.getAtIndex(ValueLayout.JAVA_INT, 0))),
          of(Descriptor.of(both.getAtIndex(ValueLayout.JAVA_INT, 1))));
    }
  }

  /** Wraps a socket whose descriptor this process received. */
  public static DescriptorSocket of(Descriptor socket) {
    return new DescriptorSocket(socket);
  }

  /**
   * Connects to the {@link DescriptorListener} at {@code path}.
   *
   * @param patience how long to wait while the queue of the listener is full; also the timeout of
   *     {@link #send} and {@link #receive} from then on
   * @throws LinuxException EAGAIN after that time
   */
  public static DescriptorSocket connect(Path path, Duration patience) throws LinuxException {
    Descriptor socket = open();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = SocketAddress.of(path, arena);
      DescriptorSocket connected = of(socket);
      connected.setTimeout(patience);
      socket.checked("connect to " + path, Libc.CONNECT, address.address(), address.byteSize());
      return connected;
    } catch (LinuxException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  static Descriptor open() throws LinuxException {
    return Descriptor.of((int) Libc.SOCKET.call("socket", AF_UNIX, SEQPACKET_CLOEXEC, 0));
  }

  /** Returns the descriptor of the socket, which the socket still owns. */
  public Descriptor descriptor() {
    return socket;
  }

  /** Sets how long {@link #send} and {@link #receive} wait before they fail with EAGAIN. */
  public void setTimeout(Duration patience) throws LinuxException {
    setTimeout(SO_RCVTIMEO, patience);
    setTimeout(SO_SNDTIMEO, patience);
  }

  /** Sets how long {@link #receive} waits before it fails with EAGAIN; 0: for ever. */
  public void setReceiveTimeout(Duration patience) throws LinuxException {
    setTimeout(SO_RCVTIMEO, patience);
  }

  /** Sets how long {@link #send} waits before it fails with EAGAIN; 0: for ever. */
  public void setSendTimeout(Duration patience) throws LinuxException {
    setTimeout(SO_SNDTIMEO, patience);
  }

  private void setTimeout(int option, Duration patience) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment time = arena.allocate(16, 8);
      time.set(ValueLayout.JAVA_LONG, 0, patience.toSeconds());
      time.set(ValueLayout.JAVA_LONG, 8, patience.toNanosPart() / 1000);
      socket.checked("setsockopt", Libc.SETSOCKOPT, SOL_SOCKET, option, time.address(), 16);
    }
  }

  /** Returns the credentials of the process at the other end. */
  public PeerCredentials peer() throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment who = arena.allocate(ValueLayout.JAVA_INT, 3);
      MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, 12);
      socket.checked(
          "getsockopt", Libc.GETSOCKOPT, SOL_SOCKET, SO_PEERCRED, who.address(), length.address());
      return new PeerCredentials(
          who.getAtIndex(ValueLayout.JAVA_INT, 0),
          who.getAtIndex(ValueLayout.JAVA_INT, 1),
          who.getAtIndex(ValueLayout.JAVA_INT, 2));
    }
  }

  /**
   * Sends one message.
   *
   * @param bytes at least one, at most about 200 kB (net.core.wmem_max)
   * @param descriptors descriptors of which the receiver gets duplicates; at most {@link
   *     #MAX_DESCRIPTORS}
   */
  public void send(byte[] bytes, List<Descriptor> descriptors) throws LinuxException {
    if (bytes.length == 0 || descriptors.size() > MAX_DESCRIPTORS) {
      throw new IllegalArgumentException("a message is not empty, and has 253 descriptors at most");
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment content = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
      MessageHeader header = new MessageHeader(arena, content, descriptors.size());
      header.put(descriptors);
      socket.checked("sendmsg", Libc.SENDMSG, header.address(), MSG_NOSIGNAL);
    }
  }

  /**
   * Receives the next message; empty when the other end has closed.
   *
   * @param maxBytes length of the longest message that is accepted
   * @throws LinuxException EMSGSIZE if the message was longer or had too many descriptors (all are
   *     closed), EAGAIN after the {@linkplain #setTimeout timeout}
   */
  public Optional<Message> receive(int maxBytes) throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment content = arena.allocate(maxBytes);
      MessageHeader header = new MessageHeader(arena, content, MAX_DESCRIPTORS);
      long length;
      try {
        length = socket.checked("recvmsg", Libc.RECVMSG, header.address(), MSG_CMSG_CLOEXEC);
      } catch (LinuxException e) {
        if (e.is(Errno.ECONNRESET)) {
          return Optional.empty();
        }
        throw e;
      }
      List<Descriptor> descriptors = header.take();
      if (header.isCut()) {
        descriptors.forEach(Descriptor::close);
        throw new LinuxException("recvmsg", Errno.EMSGSIZE.number());
      }
      if (length == 0) {
        return Optional.empty();
      }
      byte[] bytes = content.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
      return Optional.of(new Message(MemorySegment.ofArray(bytes).asReadOnly(), descriptors));
    }
  }

  /** Wakes the thread that waits in {@link #receive}, and closes the socket. */
  @Override
  public void close() {
    try {
      socket.checked("shutdown", Libc.SHUTDOWN, SHUT_RDWR, 0);
    } catch (LinuxException e) {
      // The socket is not connected any more, or closed.
    }
    socket.close();
  }
}
