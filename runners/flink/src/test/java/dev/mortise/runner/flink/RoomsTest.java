package dev.mortise.runner.flink;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What a runner's packaging may know, and who may know a runner. */
@AnalyzeClasses(packages = "dev.mortise", importOptions = ImportOption.DoNotIncludeTests.class)
class RoomsTest {

  @ArchTest
  static final ArchRule onlyTheRunnersPackagesKnowARunner =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.mortise.runner..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.beam.runners..", "org.apache.flink..", "dev.mortise.runner..");

  @ArchTest
  static final ArchRule theRunnerKnowsNothingOfTheJoin =
      noClasses()
          .that()
          .resideInAPackage("dev.mortise.runner..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.mortise.join..",
              "dev.mortise.pipeline.format..",
              "org.apache.beam.vendor..",
              "org.apache.flink.shaded..");

  @ArchTest
  static final ArchRule ofTheGraphTheRunnerKnowsOptionsAndWhatFitsAState =
      noClasses()
          .that()
          .resideInAPackage("dev.mortise.runner..")
          .should()
          .dependOnClassesThat()
          .haveNameMatching(
              "dev\\.mortise\\.pipeline\\.graph\\.(?!JoinOptions$|StateSignature$|OutputChanges$).*");

  @ArchTest
  static final ArchRule ofTheSinksTheRunnerKnowsWhatTheyAskOfRunners =
      noClasses()
          .that()
          .resideInAPackage("dev.mortise.runner..")
          .should()
          .dependOnClassesThat()
          .haveNameMatching("dev\\.mortise\\.pipeline\\.sink\\.(?!kafka\\.LastingFailures$).*");

  @ArchTest
  static final ArchRule ofTheSourcesTheRunnerKnowsWhatTheyTellRunners =
      noClasses()
          .that()
          .resideInAPackage("dev.mortise.runner..")
          .should()
          .dependOnClassesThat()
          .haveNameMatching(
              "dev\\.mortise\\.pipeline\\.source\\.(?!ReadOptions$|Stepwise$|CarriesSignature$).*");
}
