package io.windlass.mounter.run;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.windlass.linux.Descriptor;
import io.windlass.linux.DescriptorSocket;
import io.windlass.linux.LinuxException;
import io.windlass.linux.PeerCredentials;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A connection that receives messages of one type and sends messages of another, each with at most
 * one descriptor. One thread receives; any thread may send.
 */
public final class ControlSocket<I extends MessageLite, O extends MessageLite>
    implements AutoCloseable {
  /** Upper bound of a message in bytes. All messages are much smaller. */
  private static final int MAX_BYTES = 1 << 17;

  private final DescriptorSocket socket;
  private final Parser<I> parser;
  private final PeerCredentials peer;

  public ControlSocket(DescriptorSocket socket, Parser<I> parser) throws LinuxException {
    this.socket = socket;
    this.parser = parser;
    this.peer = socket.peer();
  }

  /**
   * A message, and the descriptor that came with it.
   *
   * @param descriptor the receiver owns and closes it
   */
  public record Received<I>(I message, Optional<Descriptor> descriptor) {}

  /**
   * Connects to a mounter. Connecting, sending and receiving fail with EAGAIN when they wait longer
   * than {@code patience}.
   */
  public static <I extends MessageLite, O extends MessageLite> ControlSocket<I, O> connect(
      RunDirectory run, Parser<I> parser, Duration patience) throws LinuxException {
    return new ControlSocket<>(DescriptorSocket.connect(run.mounterSocket(), patience), parser);
  }

  /** Sets how long to wait for a message before failing with EAGAIN; 0: for ever. */
  public void receiveTimeout(Duration patience) throws LinuxException {
    socket.setReceiveTimeout(patience);
  }

  /** Sets how long to wait for a peer that does not read, before sending fails with EAGAIN. */
  public void sendTimeout(Duration patience) throws LinuxException {
    socket.setSendTimeout(patience);
  }

  /**
   * Returns the process id of the peer; 0 if it is in a pid namespace that this process does not
   * see.
   */
  public int peer() {
    return peer.pid();
  }

  /** Returns the user of the peer. */
  public int peerUser() {
    return peer.uid();
  }

  public void send(O message) throws IOException {
    socket.send(message.toByteArray(), List.of());
  }

  public void send(O message, Descriptor descriptor) throws IOException {
    socket.send(message.toByteArray(), List.of(descriptor));
  }

  /** Receives the next message; empty when the other side is gone. */
  public Optional<Received<I>> receive() throws IOException {
    Optional<DescriptorSocket.Message> packet = socket.receive(MAX_BYTES);
    if (packet.isEmpty()) {
      return Optional.empty();
    }
    List<Descriptor> descriptors = packet.get().descriptors();
    try {
      I message = parser.parseFrom(packet.get().bytes().asByteBuffer());
      descriptors.stream().skip(1).forEach(Descriptor::close);
      return Optional.of(new Received<>(message, descriptors.stream().findFirst()));
    } catch (InvalidProtocolBufferException e) {
      descriptors.forEach(Descriptor::close);
      throw e;
    }
  }

  /** Closes the connection, and wakes the thread that receives. */
  @Override
  public void close() {
    socket.close();
  }
}
