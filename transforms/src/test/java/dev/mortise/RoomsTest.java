package dev.mortise;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

/** What each room of the library may know. */
@AnalyzeClasses(packages = "dev.mortise", importOptions = ImportOption.DoNotIncludeTests.class)
class RoomsTest {

  @ArchTest
  static final ArchRule theLibraryKnowsBeamsCoreAndNothingElse =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.mortise..",
              "java..",
              "org.joda.time..",
              "org.apache.beam.sdk..",
              "org.jspecify..");

  @ArchTest
  static final ArchRule nobodyUsesWhatBeamHidesForItself =
      noClasses().should().dependOnClassesThat().resideInAPackage("org.apache.beam.vendor..");

  @ArchTest
  static final ArchRule doFnsAreNobodysBusiness =
      classes()
          .that()
          .areAssignableTo("org.apache.beam.sdk.transforms.DoFn")
          .should()
          .bePackagePrivate();

  @ArchTest
  static final ArchRule theJoinsRulesAreTestedWithoutAPipeline_soTheyKnowNoBeam =
      classes()
          .that()
          .haveSimpleNameStartingWith("Tree")
          .and()
          .haveSimpleNameNotEndingWith("Coder")
          .or()
          .haveSimpleName("JoinTree")
          .or()
          .haveSimpleName("JoinEngine")
          .or()
          .haveSimpleName("JoinTally")
          .or()
          .haveSimpleName("ShardTimer")
          .or()
          .haveSimpleName("NodeBytes")
          .or()
          .haveSimpleName("JoinInterval")
          .or()
          .haveSimpleName("RowBody")
          .or()
          .haveSimpleName("KeyHash")
          .or()
          .haveSimpleName("Buckets")
          .or()
          .haveSimpleName("StateBytes")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("dev.mortise..", "java..", "org.joda.time..", "org.jspecify..");

  @ArchTest
  static final ArchRule onlyTheMetricRoomTalksToMetrics =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.mortise.metric..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.beam.sdk.metrics..");

  @ArchTest
  static final ArchRule roomsFormNoCycles =
      SlicesRuleDefinition.slices().matching("dev.mortise.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule coderAndMetricServeTheFeatures_notTheOtherWayRound =
      noClasses()
          .that()
          .resideInAnyPackage("dev.mortise.coder..", "dev.mortise.metric..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.mortise.join..");

  @ArchTest
  static final ArchRule theLibraryHasNoWallClock =
      noClasses()
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod("org.joda.time.Instant", "now")
          .orShould()
          .callMethod(java.time.Instant.class, "now");
}
