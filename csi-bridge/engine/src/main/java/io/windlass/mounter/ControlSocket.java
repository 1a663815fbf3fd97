package io.windlass.mounter;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.windlass.linux.Descriptor;
import io.windlass.linux.DescriptorSocket;
import io.windlass.linux.LinuxException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A connection over which messages of one type come in and messages of another go out, each with at
 * most one descriptor. One thread receives; any may send.
 */
final class ControlSocket<I extends MessageLite, O extends MessageLite> implements AutoCloseable {
  /** No message comes near it. */
  private static final int MAX_BYTES = 1 << 17;

  private final DescriptorSocket socket;
  private final Parser<I> parser;
  private final int peer;

  ControlSocket(DescriptorSocket socket, Parser<I> parser) throws LinuxException {
    this.socket = socket;
    this.parser = parser;
    this.peer = socket.peer().pid();
  }

  /**
   * A message, and the descriptor that came with it.
   *
   * @param descriptor the receiver's own, which it closes
   */
  record Received<I>(I message, Optional<Descriptor> descriptor) {}

  /**
   * Connects to a mounter. To connect, to send and to receive fail with EAGAIN when they wait
   * longer than {@code patience}.
   */
  static <I extends MessageLite, O extends MessageLite> ControlSocket<I, O> connect(
      RunDirectory run, Parser<I> parser, Duration patience) throws LinuxException {
    return new ControlSocket<>(DescriptorSocket.connect(run.mounterSocket(), patience), parser);
  }

  /** How long to receive waits from now on before it fails with EAGAIN; 0: as long as it takes. */
  void receiveTimeout(Duration patience) throws LinuxException {
    socket.setReceiveTimeout(patience);
  }

  /** How long to send waits from now on, for a peer that does not read, before EAGAIN. */
  void sendTimeout(Duration patience) throws LinuxException {
    socket.setSendTimeout(patience);
  }

  /** The process at the other end. */
  int peer() {
    return peer;
  }

  void send(O message) throws IOException {
    socket.send(message.toByteArray(), List.of());
  }

  void send(O message, Descriptor descriptor) throws IOException {
    socket.send(message.toByteArray(), List.of(descriptor));
  }

  /** The next message; empty when the other side is gone. */
  Optional<Received<I>> receive() throws IOException {
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

  /** Wakes who receives. */
  @Override
  public void close() {
    socket.close();
  }
}
