package io.windlass.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import io.windlass.secret.Secret;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Rules of docs/ARCHITECTURE.md about modules and packages. */
class ArchitectureTest {
  /** Modules whose main code is for tests: in a jar, or as it was compiled. */
  private static final Pattern FOR_TESTS =
      Pattern.compile(".*/[a-z0-9-]*(-testing|fake-[a-z]+)(-[^/]*\\.jar|/target/).*");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .withImportOption(location -> !location.matches(FOR_TESTS))
          .importPackages("io.windlass");

  /** Its clients, and what they share; guava and protobuf are others' too. */
  private static final String[] GOOGLE = {
    "com.google.cloud..",
    "com.google.api.client..",
    "com.google.api.services..",
    "com.google.auth.."
  };

  private static final String[] CORE = {
    "io.windlass.error..",
    "io.windlass.operation..",
    "io.windlass.hash..",
    "io.windlass.object..",
    "io.windlass.store..",
    "io.windlass.access..",
    "io.windlass.backend..",
    "io.windlass.http..",
    "io.windlass.connect..",
    "io.windlass.secret..",
    "io.windlass.setting..",
    "io.windlass.record..",
    "io.windlass.registry..",
    "io.windlass.provision..",
    "io.windlass.volume..",
    "io.windlass.rpc..",
    "io.windlass.observe..",
    "io.windlass.config.."
  };

  @Test
  void noCycles() {
    slices().matching("io.windlass.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void theCoreKnowsNoSpec() {
    noClasses()
        .that()
        .resideInAnyPackage(CORE)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.windlass.cosi..", "io.windlass.csi..", "io.windlass.cli..")
        .orShould()
        .dependOnClassesThat(
            resideInAPackage("io.windlass.proto..")
                .and(not(resideInAPackage("io.windlass.proto.snapshot"))))
        .check(CLASSES);
  }

  /** Code that works with objects does not know the layout of buckets. */
  @Test
  void onlyTheirFormatKnowsTheMessagesOfSnapshots() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.windlass.proto.snapshot")
        .and()
        .haveNameNotMatching("io\\.windlass\\.volume\\.snapshot\\.ManifestFormat(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.windlass.proto.snapshot")
        .check(CLASSES);
  }

  @Test
  void recordFormatsKnowNothing() {
    classes()
        .that()
        .resideInAPackage("io.windlass.record")
        .should()
        .onlyDependOnClassesThat(
            resideInAPackage("io.windlass.record").or(not(resideInAPackage("io.windlass.."))))
        .check(CLASSES);
  }

  @Test
  void theSpecsDoNotKnowEachOther() {
    noClasses()
        .that()
        .resideInAPackage("io.windlass.cosi..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.windlass.csi..", "io.windlass.proto.csi..")
        .check(CLASSES);
  }

  @Test
  void csiDoesNotKnowCosi() {
    noClasses()
        .that()
        .resideInAPackage("io.windlass.csi..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.windlass.cosi..", "io.windlass.proto.cosi..")
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void nobodyKnowsTheLauncher() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.windlass.cli..", "io.windlass.bench..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.windlass.cli..")
        .check(CLASSES);
  }

  @Test
  void settingsKnowNothing() {
    classes()
        .that()
        .resideInAPackage("io.windlass.setting")
        .should()
        .onlyDependOnClassesThat(
            resideInAPackage("io.windlass.setting").or(not(resideInAPackage("io.windlass.."))))
        .check(CLASSES);
  }

  /** The packages of the contract of stores, and what each may know. */
  private static final Map<String, List<String>> CONTRACT =
      Map.of(
          "io.windlass.error", List.of("io.windlass.secret"),
          "io.windlass.operation", List.of("io.windlass.error"),
          "io.windlass.hash", List.of(),
          "io.windlass.object", List.of(),
          "io.windlass.store", List.of("io.windlass.object", "io.windlass.error"),
          "io.windlass.access",
              List.of("io.windlass.store", "io.windlass.error", "io.windlass.secret"),
          "io.windlass.backend", List.of("io.windlass.access", "io.windlass.store"),
          "io.windlass.http",
              List.of(
                  "io.windlass.object",
                  "io.windlass.operation",
                  "io.windlass.error",
                  "io.windlass.secret"),
          "io.windlass.connect",
              List.of(
                  "io.windlass.backend",
                  "io.windlass.access",
                  "io.windlass.http",
                  "io.windlass.error",
                  "io.windlass.setting",
                  "io.windlass.secret"));

  @Test
  void theContractOfStoresIsBuiltInLayers() {
    CONTRACT.forEach((part, known) ->
        classes()
            .that()
            .resideInAPackage(part)
            .should()
            .onlyDependOnClassesThat(
                resideInAPackage(part)
                    .or(resideInAnyPackage(known.toArray(String[]::new)))
                    .or(not(resideInAPackage("io.windlass.."))))
            .check(CLASSES));
  }

  /** So many files can be looked through. */
  @Test
  void noPackageOfTheContractIsLarge() {
    assertThat(
            CLASSES.stream()
                .filter(
                    each -> each.isTopLevelClass() && CONTRACT.containsKey(each.getPackageName()))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting())))
        .containsOnlyKeys(CONTRACT.keySet())
        .allSatisfy((part, files) -> assertThat(files).as(part).isLessThanOrEqualTo(30));
  }

  /** Those with packages of one shape. */
  private static final List<String> CLOUDS =
      List.of("io.windlass.store.s3", "io.windlass.store.azure", "io.windlass.store.gcs");

  /** The packages of a cloud: each may know those after it. */
  private static final List<String> LAYERS =
      List.of("", ".access", ".bucket", ".object", ".client");

  @Test
  void theCloudsAreBuiltInLayers() {
    for (String cloud : CLOUDS) {
      for (int i = 1; i < LAYERS.size(); i++) {
        noClasses()
            .that()
            .resideInAPackage(cloud + LAYERS.get(i))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                LAYERS.subList(0, i).stream().map(cloud::concat).toArray(String[]::new))
            .check(CLASSES);
      }
    }
  }

  @Test
  void noPackageOfACloudIsLarge() {
    for (String cloud : CLOUDS) {
      assertThat(
              CLASSES.stream()
                  .filter(
                      each -> each.isTopLevelClass() && resideInAPackage(cloud + "..").test(each))
                  .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting())))
          .containsOnlyKeys(LAYERS.stream().map(cloud::concat).toList())
          .allSatisfy((part, files) -> assertThat(files).as(part).isLessThanOrEqualTo(30));
    }
  }

  @Test
  void backendsKnowOnlyStores() {
    classes()
        .that()
        .resideInAPackage("io.windlass.store.*..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage("io.windlass.store..", "io.windlass.setting", "io.windlass.secret")
                .or(resideInAnyPackage(CONTRACT.keySet().toArray(String[]::new)))
                .or(not(resideInAPackage("io.windlass.."))))
        .check(CLASSES);
  }

  @Test
  void recordsKnowStoresOnly() {
    classes()
        .that()
        .resideInAPackage("io.windlass.registry")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "io.windlass.registry",
                    "io.windlass.access",
                    "io.windlass.backend",
                    "io.windlass.error",
                    "io.windlass.object",
                    "io.windlass.operation",
                    "io.windlass.store",
                    "io.windlass.trial")
                .or(not(resideInAPackage("io.windlass.."))))
        .check(CLASSES);
  }

  @Test
  void volumesKnowNoWireAndNoBackend() {
    classes()
        .that()
        .resideInAPackage("io.windlass.volume..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "io.windlass.volume..",
                    "io.windlass.proto.snapshot",
                    "io.windlass.provision..",
                    "io.windlass.record",
                    "io.windlass.registry",
                    "io.windlass.access",
                    "io.windlass.backend",
                    "io.windlass.error",
                    "io.windlass.object",
                    "io.windlass.operation",
                    "io.windlass.store",
                    "io.windlass.setting",
                    "io.windlass.secret")
                .or(not(resideInAnyPackage("io.windlass..", "io.grpc..", "software.amazon.."))))
        .check(CLASSES);
  }

  @Test
  void provisioningKnowsNoWireAndNoBackend() {
    classes()
        .that()
        .resideInAPackage("io.windlass.provision..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "io.windlass.provision..",
                    "io.windlass.registry",
                    "io.windlass.access",
                    "io.windlass.backend",
                    "io.windlass.error",
                    "io.windlass.hash",
                    "io.windlass.object",
                    "io.windlass.operation",
                    "io.windlass.store",
                    "io.windlass.setting",
                    "io.windlass.secret")
                .or(not(resideInAnyPackage("io.windlass..", "io.grpc..", "software.amazon.."))))
        .check(CLASSES);
  }

  @Test
  void bucketsKnowNoGrants() {
    noClasses()
        .that()
        .resideInAPackage("io.windlass.provision")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.windlass.provision.grant")
        .check(CLASSES);
  }

  @Test
  void systemCallsKnowNothingAboveThem() {
    classes()
        .that()
        .resideInAPackage("io.windlass.linux")
        .should()
        .onlyDependOnClassesThat(
            resideInAPackage("io.windlass.linux").or(not(resideInAPackage("io.windlass.."))))
        .check(CLASSES);
  }

  @Test
  void theProtocolOfTheKernelKnowsNoFiles() {
    classes()
        .that()
        .resideInAPackage("io.windlass.fuse..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage("io.windlass.fuse..", "io.windlass.linux", "io.windlass.share")
                .or(not(resideInAPackage("io.windlass.."))))
        .check(CLASSES);
  }

  /** Each may know what stands before it. */
  private static final List<String> FILE_SYSTEM =
      List.of(
          "io.windlass.fs.lock",
          "io.windlass.fs.read",
          "io.windlass.fs.journal",
          "io.windlass.fs.upload",
          "io.windlass.fs.staging",
          "io.windlass.fs",
          "io.windlass.fs.key",
          "io.windlass.fs.posix",
          "io.windlass.fs.inode",
          "io.windlass.fs.listing",
          "io.windlass.fs.open",
          "io.windlass.fs.tree",
          "io.windlass.fs.file",
          "io.windlass.fs.namespace",
          "io.windlass.fs.bucket");

  @Test
  void theFileSystemIsBuiltInLayers() {
    for (int i = 0; i < FILE_SYSTEM.size(); i++) {
      noClasses()
          .that()
          .resideInAPackage(FILE_SYSTEM.get(i))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(FILE_SYSTEM.subList(i + 1, FILE_SYSTEM.size()).toArray(String[]::new))
          .allowEmptyShould(true)
          .check(CLASSES);
    }
  }

  @Test
  void noPackageOfTheFileSystemIsLarge() {
    assertThat(
            CLASSES.stream()
                .filter(each ->
                    each.isTopLevelClass() && resideInAPackage("io.windlass.fs..").test(each))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting())))
        .containsOnlyKeys(FILE_SYSTEM)
        .allSatisfy((part, files) -> assertThat(files).as(part).isLessThanOrEqualTo(30));
  }

  /** Files are made of the data plane: they know no access, no backend and no HTTP. */
  @Test
  void filesKnowStoresOnly() {
    classes()
        .that()
        .resideInAPackage("io.windlass.fs..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "io.windlass.fs..",
                    "io.windlass.linux",
                    "io.windlass.record",
                    "io.windlass.share",
                    "io.windlass.error",
                    "io.windlass.hash",
                    "io.windlass.object",
                    "io.windlass.operation",
                    "io.windlass.store",
                    "io.windlass.proto.staging")
                .or(not(resideInAPackage("io.windlass.."))))
        .check(CLASSES);
  }

  @Test
  void sharesKnowNothingOfWhatIsShared() {
    classes()
        .that()
        .resideInAPackage("io.windlass.share")
        .should()
        .onlyDependOnClassesThat(
            resideInAPackage("io.windlass.share").or(not(resideInAPackage("io.windlass.."))))
        .check(CLASSES);
  }

  @Test
  void theEngineKnowsNoDriver() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.windlass.linux",
            "io.windlass.share",
            "io.windlass.fuse..",
            "io.windlass.fs..",
            "io.windlass.mounter..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.windlass.csi..",
            "io.windlass.cosi..",
            "io.windlass.proto.csi..",
            "io.windlass.provision..",
            "io.windlass.registry..",
            "io.windlass.volume..",
            "io.windlass.rpc..",
            "io.windlass.config..",
            "software.amazon..",
            "com.azure..")
        .check(CLASSES);
  }

  @Test
  void readingKnowsStoresOnly() {
    classes()
        .that()
        .resideInAPackage("io.windlass.fs.read")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "io.windlass.fs.read",
                    "io.windlass.share",
                    "io.windlass.error",
                    "io.windlass.hash",
                    "io.windlass.object",
                    "io.windlass.operation",
                    "io.windlass.store")
                .or(not(resideInAPackage("io.windlass.."))))
        .check(CLASSES);
  }

  @Test
  void theJournalKnowsLocalDiskOnly() {
    classes()
        .that()
        .resideInAPackage("io.windlass.fs.journal")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "io.windlass.fs.journal",
                    "io.windlass.linux",
                    "io.windlass.record",
                    "io.windlass.object",
                    "io.windlass.proto.staging")
                .or(not(resideInAPackage("io.windlass.."))))
        .check(CLASSES);
  }

  /** What all files share when they are sent does not depend on how a file is staged or read. */
  @Test
  void sendingKnowsNoStagedFile() {
    classes()
        .that()
        .resideInAPackage("io.windlass.fs.upload")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "io.windlass.fs.upload",
                    "io.windlass.fs.journal",
                    "io.windlass.fs.lock",
                    "io.windlass.record",
                    "io.windlass.error",
                    "io.windlass.object",
                    "io.windlass.operation",
                    "io.windlass.store",
                    "io.windlass.proto.staging")
                .or(not(resideInAPackage("io.windlass.."))))
        .check(CLASSES);
  }

  @Test
  void stagingKnowsReadingAndStores() {
    classes()
        .that()
        .resideInAPackage("io.windlass.fs.staging")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "io.windlass.fs.staging",
                    "io.windlass.fs.journal",
                    "io.windlass.fs.upload",
                    "io.windlass.fs.lock",
                    "io.windlass.fs.read",
                    "io.windlass.linux",
                    "io.windlass.error",
                    "io.windlass.object",
                    "io.windlass.operation",
                    "io.windlass.store")
                .or(not(resideInAPackage("io.windlass.."))))
        .check(CLASSES);
  }

  @Test
  void theConformanceSuiteKnowsNoDriver() {
    noClasses()
        .that()
        .resideInAPackage("io.windlass.cosi.sanity..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("io.windlass.cosi")
                .or(resideInAnyPackage(CORE).and(not(resideInAnyPackage("io.windlass.rpc")))))
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void theEmbeddedServerIsKeptInItsPackage() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.windlass.store.local..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.gaul..")
        .check(CLASSES);
  }

  /**
   * The classes of a backend are used only in its package: other code finds a backend as a service.
   */
  @Test
  void nobodyNamesABackend() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.windlass.store.*..", "io.windlass.bench..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.windlass.store.*..")
        .check(CLASSES);
  }

  @Test
  void onlyBackendsSpeakToClouds() {
    noClasses()
        .that()
        .resideInAnyPackage("io.windlass..")
        .and()
        .resideOutsideOfPackages(
            "io.windlass.store.s3..",
            "io.windlass.store.azure..",
            "io.windlass.store.local..",
            "io.windlass.cosi.sanity.s3..",
            "io.windlass.cosi.sanity.azure..",
            "io.windlass.bench..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("software.amazon.awssdk..", "com.azure..")
        .check(CLASSES);
  }

  @Test
  void onlyTheBackendForGoogleSpeaksToGoogle() {
    noClasses()
        .that()
        .resideInAnyPackage("io.windlass..")
        .and()
        .resideOutsideOfPackage("io.windlass.store.gcs..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(GOOGLE)
        .check(CLASSES);
  }

  @Test
  void onlyTheAzureBackendAndTheConformanceSuiteSpeakToAzure() {
    noClasses()
        .that()
        .resideInAnyPackage("io.windlass..")
        .and()
        .resideOutsideOfPackages("io.windlass.store.azure..", "io.windlass.cosi.sanity.azure..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.azure..")
        .check(CLASSES);
  }

  /** Every place that reveals a secret hands it to a client, to the wire or to a cipher. */
  @Test
  void secretsAreRevealedInFewPlaces() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "io.windlass.secret..",
            "io.windlass.store.azure..",
            "io.windlass.store.gcs..",
            "io.windlass.store.s3..",
            "io.windlass.store.local..",
            "io.windlass.cosi..",
            "io.windlass.cli..",
            "io.windlass.bench..")
        .and()
        .doNotHaveFullyQualifiedName("io.windlass.provision.grant.CredentialSeal")
        .and()
        .doNotHaveFullyQualifiedName("io.windlass.mounter.volume.KeyedVolume")
        .and()
        .doNotHaveFullyQualifiedName("io.windlass.http.HttpProxy")
        .should()
        .callMethod(Secret.class, "reveal")
        .check(CLASSES);
  }

  /** A name in a log, or in a conversation, means one class. */
  @Test
  void noSimpleNameIsThereTwice() {
    Map<String, List<String>> names =
        CLASSES.stream()
            .filter(not(resideInAPackage("io.windlass.proto..")))
            .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"))
            .collect(
                Collectors.groupingBy(
                    JavaClass::getSimpleName,
                    TreeMap::new,
                    Collectors.mapping(JavaClass::getName, Collectors.toList())));
    names.values().removeIf(all -> all.size() == 1);
    assertThat(names).isEmpty();
  }

  @Test
  void noMutableStatics() {
    fields()
        .that()
        .areStatic()
        .and()
        .areDeclaredInClassesThat(not(resideInAPackage("io.windlass.proto..")))
        .should()
        .beFinal()
        .check(CLASSES);
  }
}
