package io.windlass.cli.demo;

import io.windlass.cosi.sanity.store.StoreSessions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The store that the demo's driver is over. */
sealed interface DemoStore extends AutoCloseable permits EmbeddedStore, RemoteStore {

  /** Returns the name of the backend, with which ids begin. */
  String backend();

  /** Returns a name that nothing else in the store has, made of one for people. */
  String own(String name);

  /** Returns the settings by which a driver knows the store. */
  Map<String, String> settings() throws IOException;

  /** Returns the endpoint that its settings name; empty: the usual one of its service. */
  Optional<String> endpoint();

  /** Returns the clients that the workloads use. */
  StoreSessions clients();

  /** Returns the bucket of the driver's records. */
  String registry();

  /** Returns the buckets of this run and the objects in them, each as a path. */
  List<String> stored();

  /** Returns the accounts that the server has; empty where there are none beside the buckets. */
  Optional<List<String>> accounts();

  /** Returns how to begin a driver over this store by hand, a line each. */
  List<String> byHand();

  /** Removes what is left of this run. Does nothing the second time. */
  @Override
  void close();
}
