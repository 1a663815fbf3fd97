package io.windlass.endtoend;

import static org.awaitility.Awaitility.await;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TextFormat.ParseException;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.windlass.proto.cosi.rev.UpstreamNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * COSI as one proto has it, and nothing else: what that proto does not name can neither be sent nor
 * be seen. Requests are written in protobuf's text format.
 */
final class Protocol {
  private static final long PATIENCE_SECONDS = 300;

  private final FileDescriptor file;
  private final Channel channel;

  /**
   * @param file a proto with a service Provisioner
   * @param channel has {@link UpstreamNames} on it
   */
  Protocol(FileDescriptor file, Channel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Returns whether this version has a method. */
  boolean has(String method) {
    return file.findServiceByName("Provisioner").findMethodByName(method) != null;
  }

  /** The name of the first field of a method's request. */
  String firstField(String method) {
    return input(method).findFieldByNumber(1).getName();
  }

  /** Whether the buckets of a grant have three modes; in the text format, all of them. */
  boolean hasMetadataModes() {
    Descriptor bucket =
        input("DriverGrantBucketAccess").findFieldByName("buckets").getMessageType();
    return bucket.findFieldByName("object_metadata_access_mode") != null;
  }

  private Descriptor input(String method) {
    return method(method).getInputType();
  }

  private com.google.protobuf.Descriptors.MethodDescriptor method(String name) {
    return Optional.ofNullable(file.findServiceByName("Provisioner").findMethodByName(name))
        .orElseThrow(() -> new IllegalArgumentException(file.getName() + " has no " + name));
  }

  /**
   * Calls a method of the Provisioner; again, as sidecars do, when its server was too slow for the
   * driver.
   */
  Fields call(String name, String request) {
    var method = method(name);
    DynamicMessage.Builder message = DynamicMessage.newBuilder(method.getInputType());
    try {
      TextFormat.merge(request, message);
    } catch (ParseException e) {
      throw new IllegalArgumentException(request, e);
    }
    MethodDescriptor<Message, Message> descriptor =
        MethodDescriptor.<Message, Message>newBuilder(
                new Marshaller(method.getInputType()), new Marshaller(method.getOutputType()))
            .setType(MethodType.UNARY)
            .setFullMethodName(method.getService().getFullName() + "/" + name)
            .build();
    return await()
        .pollDelay(Duration.ZERO)
        .until(() -> once(descriptor, message.build()), Optional::isPresent)
        .orElseThrow();
  }

  private Optional<Fields> once(MethodDescriptor<Message, Message> method, Message request) {
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS);
    try {
      return Optional.of(
          new Fields(ClientCalls.blockingUnaryCall(channel, method, options, request)));
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() == Code.UNAVAILABLE) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** An answer, or a message in it. */
  record Fields(Message message) {

    /** The text of a field; of an enum, its name. Fields below messages are divided by dots. */
    String text(String path) {
      int dot = path.indexOf('.');
      return dot < 0
          ? String.valueOf(message.getField(field(path)))
          : inner(path.substring(0, dot)).text(path.substring(dot + 1));
    }

    /** A message in a field, which must be set. */
    Fields inner(String name) {
      if (!message.hasField(field(name))) {
        throw new AssertionError(name + " is not set in " + message);
      }
      return new Fields((Message) message.getField(field(name)));
    }

    /** The messages in a repeated field. */
    List<Fields> all(String name) {
      return IntStream.range(0, message.getRepeatedFieldCount(field(name)))
          .mapToObj(i -> new Fields((Message) message.getRepeatedField(field(name), i)))
          .toList();
    }

    private FieldDescriptor field(String name) {
      return Optional.ofNullable(message.getDescriptorForType().findFieldByName(name))
          .orElseThrow(() ->
              new IllegalArgumentException(
                  message.getDescriptorForType().getFullName() + " has no " + name));
    }
  }

  private record Marshaller(Descriptor type) implements MethodDescriptor.Marshaller<Message> {
    @Override
    public InputStream stream(Message value) {
      return new ByteArrayInputStream(value.toByteArray());
    }

    @Override
    public Message parse(InputStream stream) {
      try {
        return DynamicMessage.parseFrom(type, stream);
      } catch (InvalidProtocolBufferException e) {
        throw new AssertionError("the answer is no " + type.getFullName(), e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
