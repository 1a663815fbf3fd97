package io.windlass.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cli.stores.Stores;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Records on the backend and on nodes are stored as JSON, by the names of the components of records
 * and of the constants of enums: these names are a format. One that is renamed would be lost from
 * all records that there are. What is added here has to be absent in older records.
 */
class StoredNamesTest {
  private static final List<String> ROOTS =
      List.of(
          "io.windlass.registry.Envelope",
          "io.windlass.registry.BucketRecord",
          "io.windlass.registry.GrantRecord",
          "io.windlass.registry.VolumeRecord",
          "io.windlass.volume.snapshot.SnapshotRecord",
          "io.windlass.volume.snapshot.GroupRecord",
          "io.windlass.volume.snapshot.FillRecord",
          "io.windlass.volume.snapshot.SourceRecord",
          "io.windlass.csi.node.NodeRecord",
          // As text in records: the mode of an attachment.
          "io.windlass.volume.VolumeAccessMode");

  @Test
  void whatIsStoredKeepsItsNames() throws ClassNotFoundException {
    Set<Class<?>> all = new LinkedHashSet<>();
    for (String root : ROOTS) {
      add(Class.forName(root), all);
    }
    // A new name is added here; none that is here goes or changes.
    assertThat(all.stream().map(StoredNamesTest::names).collect(Collectors.joining("\n")))
        .isEqualTo(
            """
            Envelope(format, claim, lease, nonce, value)
            Owner(place, pid, started, home)
            BucketRecord(state, origin, request)
            State(CREATING, READY, DELETING)
            Origin(CREATED, FOR_VOLUMES, ADOPTED)
            Fingerprint(fields)
            GrantRecord(state, request, principal, keys)
            State(GRANTING, SETTLING, READY, ROTATING, REVOKING, REVOKED)
            Principal(account, buckets, expiry, serviceAccount, signing, delegatedUser)
            BucketGrant(bucket, prefix, modes, extraActions)
            AccessModes(objectData, objectMetadata, bucketMetadata)
            AccessMode(ANY, READ_ONLY, WRITE_ONLY, READ_WRITE)
            ServiceAccount(namespace, name, identity)
            Signing(USER_DELEGATION, BOUND_USER_DELEGATION)
            KeyRecord(generation, handle, sealed)
            KeyGeneration(number, derivation)
            KeyHandle(text)
            VolumeRecord(state, origin, name, request, capacityBytes, whenDeleted, context, \
            changeable, source, region, attachments)
            State(CREATING, READY, DELETING, RELEASED)
            Origin(CREATED, STATIC)
            WhenDeleted(DELETE, RETAIN)
            Source(of, id)
            Of(SNAPSHOT, VOLUME)
            Attachment(node, mode, readOnly, account, id)
            SnapshotRecord(state, request, volume, group, method, at, listed, capacity)
            State(CREATING, CUT, READY, DELETING)
            Method(VERSIONS, LISTED, COPIES)
            Progress(pages, objects, bytes, token, lastKey)
            GroupRecord(state, request, snapshots)
            State(CREATING, CUT, DELETING)
            FillRecord(source, snapshot, temporary, page, entry, objects, bytes, done)
            SourceRecord(keptSince, snapshots, removed)
            NodeRecord(volumeId, mountPoint, ephemeral, asked, grownBytes, publications, \
            unsentSince)
            Publication(target, asked)
            VolumeAccessMode(SINGLE_NODE_WRITER, SINGLE_NODE_READER_ONLY, \
            MULTI_NODE_READER_ONLY, MULTI_NODE_SINGLE_WRITER, MULTI_NODE_MULTI_WRITER, \
            SINGLE_NODE_SINGLE_WRITER, SINGLE_NODE_MULTI_WRITER)\
            """);
  }

  /** The protocol of a sealed credential is text in records; its fields are in CredentialSeal's. */
  @Test
  void protocolsKeepTheirNames() {
    assertThat(Stores.connectors().all().stream().map(each -> each.protocol().name()))
        .containsExactly("S3", "AZURE", "GCS");
  }

  private static void add(Class<?> type, Set<Class<?>> all) {
    boolean own = type.getName().startsWith("io.windlass.");
    if (own && (type.isRecord() || type.isEnum()) && all.add(type) && type.isRecord()) {
      for (RecordComponent component : type.getRecordComponents()) {
        types(component.getGenericType()).forEach(each -> add(each, all));
      }
    }
  }

  /** Returns a type, and those that it is of, as a list is of its elements. */
  private static List<Class<?>> types(Type type) {
    List<Class<?>> found = new ArrayList<>();
    if (type instanceof Class<?> plain) {
      found.add(plain);
    } else if (type instanceof ParameterizedType of) {
      Stream.of(of.getActualTypeArguments()).forEach(each -> found.addAll(types(each)));
    }
    return found;
  }

  private static String names(Class<?> type) {
    Stream<String> names =
        type.isRecord()
            ? Stream.of(type.getRecordComponents()).map(RecordComponent::getName)
            : Stream.of(type.getEnumConstants()).map(each -> ((Enum<?>) each).name());
    return type.getSimpleName() + names.collect(Collectors.joining(", ", "(", ")"));
  }
}
