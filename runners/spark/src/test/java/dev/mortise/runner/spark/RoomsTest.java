package dev.mortise.runner.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What a runner's packaging may know, and who may know a runner. */
@AnalyzeClasses(
    packages = "dev.mortise.runner.spark",
    importOptions = ImportOption.DoNotIncludeTests.class)
class RoomsTest {

  @ArchTest
  static final ArchRule ofTheApplicationThePackagingKnowsTheCommandLineAndItsOptions =
      noClasses()
          .that()
          .resideInAPackage("dev.mortise.runner.spark")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.mortise.join..",
              "dev.mortise.pipeline.format..",
              "dev.mortise.pipeline.sink..",
              "dev.mortise.pipeline.source..",
              "dev.mortise.pipeline.summary..");

  @ArchTest
  static final ArchRule ofTheGraphItKnowsOptionsAndTheStatesSignature =
      noClasses()
          .that()
          .resideInAPackage("dev.mortise.runner.spark")
          .should()
          .dependOnClassesThat()
          .haveNameMatching(
              "dev\\.mortise\\.pipeline\\.graph\\.(?!(JoinOptions|StateSignature)$).*");

  @ArchTest
  static final ArchRule theEngineKnowsNoJoin =
      classes()
          .that()
          .resideInAPackage("dev.mortise.runner.spark.engine..")
          .should()
          .onlyDependOnClassesThat()
          .resideOutsideOfPackages(
              "dev.mortise.join..",
              "dev.mortise.pipeline.cli..",
              "dev.mortise.pipeline.graph..",
              "dev.mortise.pipeline.sink..")
          .allowEmptyShould(true);
}
