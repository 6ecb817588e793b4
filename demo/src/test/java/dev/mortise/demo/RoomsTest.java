package dev.mortise.demo;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The demo is a user of the rest, and of no runner's own classes. */
@AnalyzeClasses(packages = "dev.mortise.demo", importOptions = ImportOption.DoNotIncludeTests.class)
class RoomsTest {
  @ArchTest
  static final ArchRule knowsFlinkOnlyThroughItsAdapter =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.flink..", "org.apache.beam.runners..", "org.apache.beam.vendor..");

  @ArchTest
  static final ArchRule theShopKnowsNeitherClockNorKafka =
      noClasses()
          .that()
          .haveSimpleName("Shop")
          .or()
          .haveSimpleName("Records")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka..")
          .orShould()
          .callMethod(System.class, "currentTimeMillis");
}
