package dev.mortise.pipeline;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

/** What each room of the application may know. */
@AnalyzeClasses(
    packages = "dev.mortise.pipeline",
    importOptions = ImportOption.DoNotIncludeTests.class)
class RoomsTest {

  @ArchTest
  static final ArchRule theApplicationKnowsNoRunner =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.beam.runners..",
              "org.apache.flink..",
              "org.apache.spark..",
              "org.apache.beam.vendor..",
              "dev.mortise.runner..");

  @ArchTest
  static final ArchRule doFnsAreNobodysBusiness =
      classes()
          .that()
          .areAssignableTo("org.apache.beam.sdk.transforms.DoFn")
          .should()
          .notBePublic();

  @ArchTest
  static final ArchRule onlyTheCommandLineTalksToTheTerminal =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.mortise.pipeline.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");

  @ArchTest
  static final ArchRule onlyWhatReadsRowsKnowsAvro =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.mortise.pipeline.spec..",
              "dev.mortise.pipeline.format..",
              "dev.mortise.pipeline.source..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.avro..");

  @ArchTest
  static final ArchRule specsAreReadWithoutBuildingAnything =
      noClasses()
          .that()
          .resideInAPackage("dev.mortise.pipeline.spec..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.mortise.pipeline.source..",
              "dev.mortise.pipeline.sink..",
              "dev.mortise.pipeline.graph..",
              "dev.mortise.pipeline.summary..",
              "dev.mortise.pipeline.cli..");

  @ArchTest
  static final ArchRule theGraphIsBuiltApartFromMain =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.mortise.pipeline.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.mortise.pipeline.cli..");

  @ArchTest
  static final ArchRule kafkaIsNamedInItsRoomsOnly =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.mortise.pipeline.source.kafka..", "dev.mortise.pipeline.sink.kafka..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.kafka..", "org.apache.beam.sdk.io.kafka..");

  @ArchTest
  static final ArchRule roomsFormNoCycles =
      SlicesRuleDefinition.slices()
          .matching("dev.mortise.pipeline.(*)..")
          .should()
          .beFreeOfCycles();
}
