package dev.mortise.runner.direct;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
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
          .resideInAnyPackage("org.apache.beam.runners..", "dev.mortise.runner..");

  @ArchTest
  static final ArchRule theLauncherIsThin =
      classes()
          .that()
          .resideInAPackage("dev.mortise.runner..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.mortise.runner..",
              "dev.mortise.pipeline.cli..",
              "dev.mortise.pipeline.graph..",
              "dev.mortise.pipeline.spec..",
              "org.apache.beam.runners.direct..",
              "org.apache.beam.sdk..",
              "org.jspecify..",
              "java..");

  @ArchTest
  static final ArchRule ofTheGraphTheLauncherSetsOptionsOnly =
      noClasses()
          .that()
          .resideInAPackage("dev.mortise.runner..")
          .should()
          .dependOnClassesThat()
          .haveNameMatching("dev\\.mortise\\.pipeline\\.graph\\.(?!JoinOptions$).*");
}
