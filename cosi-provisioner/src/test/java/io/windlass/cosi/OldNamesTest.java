package io.windlass.cosi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.cosi.tape.TapeKind;
import io.windlass.error.DriverException;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketRequest;
import io.windlass.provision.BucketId;
import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buckets that were made when other names were allowed: no new one can have these. */
class OldNamesTest {
  private static final Set<String> OLD = Set.of("Legacy_Bucket", "under_score");

  private OpenBackends backends;
  private Buckets buckets;
  private V1Alpha2Buckets calls;

  @BeforeEach
  void start() {
    Backend backend = withOld(TapeKind.open(Keyring.parse(Keyring.generate())));
    Registry registry =
        new Registry(new RegistryBucket(backend, "registry", true), Owner.current("test:/a.sock"));
    backends = new OpenBackends(List.of(new OpenBackend(backend, registry, "registry")));
    buckets = Buckets.forClaims(backends, new CallsInFlight());
    calls = new V1Alpha2Buckets(backends, buckets);
  }

  private static Backend withOld(Backend real) {
    BucketAdmin admin =
        (BucketAdmin)
            Proxy.newProxyInstance(
                BucketAdmin.class.getClassLoader(),
                new Class<?>[] {BucketAdmin.class},
                (_, method, arguments) ->
                    method.getName().equals("exists") && OLD.contains(arguments[0])
                        ? true
                        : invoke(method, real.buckets(), arguments));
    return (Backend)
        Proxy.newProxyInstance(
            Backend.class.getClassLoader(),
            new Class<?>[] {Backend.class},
            (_, method, arguments) ->
                method.getName().equals("buckets") ? admin : invoke(method, real, arguments));
  }

  private static Object invoke(Method method, Object on, Object[] arguments) throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static DriverGetBucketRequest asked(String id) {
    return DriverGetBucketRequest.newBuilder().setBucketId(id).build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Legacy_Bucket", "cold/Legacy_Bucket", "under_score"})
  void theyAreAdoptedAndCanBeGranted(String id) {
    assertThat(calls.get("bucket_id", asked(id)).getBucketId()).isEqualTo(id);
    buckets.requireUsable(BucketId.require("bucket_id", id, backends));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u00fc-bkt", "cold/\u00fc-bkt", "cold/a b", "cold/../x"})
  void whatNoBucketCanBeCalledIsNotJustMissing(String id) {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> calls.get("bucket_id", asked(id)))
        .withMessageContaining("no bucket can have the name");
  }

  @Test
  void noNewOneCanHaveSuchAName() {
    for (String id : List.of("cold/Legacy_Bucket", "cold/\u00fc-bkt")) {
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(
              () -> calls.create(DriverCreateBucketRequest.newBuilder().setBucketId(id).build()))
          .withMessageContaining("bucket_id");
    }
  }
}
