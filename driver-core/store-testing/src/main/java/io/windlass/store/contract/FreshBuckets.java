package io.windlass.store.contract;

import io.windlass.backend.BucketSettings;
import io.windlass.store.ObjectStore;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives each test a bucket, the same for all its parameters, and removes it afterwards. */
final class FreshBuckets implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(FreshBuckets.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return context.getTestMethod().isPresent()
        && (type.equals(ObjectStore.class) || type.equals(TestBucket.class));
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    TestBucket bucket =
        context
            .getStore(NAMESPACE)
            .computeIfAbsent(
                TestBucket.class,
                key ->
                    TestBucket.create(
                        ((Contract) context.getRequiredTestInstance()).backend(),
                        BucketSettings.DEFAULT),
                TestBucket.class);
    return parameter.getParameter().getType().equals(ObjectStore.class) ? bucket.objects() : bucket;
  }
}
