#!/usr/bin/env bash
# What a server of grpc-java answers to a second request message where a method takes one.
#
# The guess: the status that it names, INTERNAL with "Too many requests", as in 1.83.1, so that the caller sees what is
# wrong, and an interceptor of the server can answer something better.
#
# What happens in 1.85.1: the server keeps the first message until the caller has sent all, and at the second resets the
# stream. The caller sees CANCELLED, and no word of the reason; the server's interceptors see no message at all, only that
# the call is over.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs a JDK 25, curl and Maven Central.
set -euo pipefail

old=1.83.1
new=1.85.1

status=2
work=$(mktemp -d "${TMPDIR:-/var/tmp}/windlass-finding.XXXXXX")
trap 'rm -rf "$work"; exit "$status"' EXIT
trap 'exit 130' INT TERM HUP
. "$(dirname "$0")/../.mvn/find-jdk.sh"

get() {
  local file=${2##*/}-$3.jar
  [ -e "$work/$1/$file" ] ||
    curl --fail --silent --show-error --location --create-dirs --output "$work/$1/$file" \
      "https://repo.maven.apache.org/maven2/$2/$3/$file"
}
for version in $old $new; do
  for part in grpc-api grpc-core grpc-stub grpc-util grpc-netty-shaded; do get $version io/grpc/$part $version; done
  get $version com/google/guava/guava 33.5.0-jre
  get $version com/google/guava/failureaccess 1.0.3
  get $version io/perfmark/perfmark-api 0.27.0
  get $version com/google/code/gson/gson 2.13.2
done

cat >"$work/Try.java" <<'END'
import io.grpc.*;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.netty.shaded.io.grpc.netty.*;
import io.grpc.stub.*;
import java.io.*;
import java.net.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

class Try {
  static MethodDescriptor<byte[], byte[]> method(MethodType type) {
    MethodDescriptor.Marshaller<byte[]> bytes = new MethodDescriptor.Marshaller<>() {
      public InputStream stream(byte[] value) { return new ByteArrayInputStream(value); }
      public byte[] parse(InputStream in) {
        try { return in.readAllBytes(); } catch (IOException e) { throw new UncheckedIOException(e); }
      }
    };
    return MethodDescriptor.newBuilder(bytes, bytes).setType(type).setFullMethodName("test/call").build();
  }

  public static void main(String[] none) throws Exception {
    AtomicInteger seen = new AtomicInteger();
    ServerInterceptor counting = new ServerInterceptor() {
      public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
          ServerCallHandler<Q, R> next) {
        return new ForwardingServerCallListener.SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
          public void onMessage(Q message) { seen.incrementAndGet(); super.onMessage(message); }
        };
      }
    };
    Server server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
        .intercept(counting)
        .addService(ServerServiceDefinition.builder("test")
            .addMethod(method(MethodType.UNARY), ServerCalls.asyncUnaryCall((byte[] q, StreamObserver<byte[]> to) -> {
              to.onNext(q);
              to.onCompleted();
            })).build())
        .build().start();
    ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
    CompletableFuture<Status> answer = new CompletableFuture<>();
    var call = ClientCalls.asyncClientStreamingCall(
        channel.newCall(method(MethodType.CLIENT_STREAMING), CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS)),
        new StreamObserver<byte[]>() {
          public void onNext(byte[] value) {}
          public void onError(Throwable e) { answer.complete(Status.fromThrowable(e)); }
          public void onCompleted() { answer.complete(Status.OK); }
        });
    call.onNext(new byte[1]);
    call.onNext(new byte[1]);
    call.onCompleted();
    Status status = answer.get(60, TimeUnit.SECONDS);
    boolean told = String.valueOf(status.getDescription()).contains("Too many requests");
    System.out.println(status.getCode() + (told ? ", with the reason" : ", without the reason") + "; the interceptor saw "
        + (seen.get() == 0 ? "no message" : "messages"));
    channel.shutdownNow();
    server.shutdownNow();
  }
}
END
"$JAVA_HOME/bin/java" -version 2>&1 | head -n 1
for version in $old $new; do
  said=$("$JAVA_HOME/bin/java" -cp "$work/$version/*" "$work/Try.java" 2>"$work/log") || {
    cat "$work/log" >&2
    exit
  }
  echo "grpc $version: $said"
done | tee "$work/seen"
if printf '%s\n' "grpc $old: INTERNAL, with the reason; the interceptor saw messages" \
  "grpc $new: CANCELLED, without the reason; the interceptor saw no message" | diff - "$work/seen"; then
  status=0
  echo "As described."
else
  status=1
  echo "This has changed."
fi
