package org.sotto.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of the house over all modules at once; each module has its own beside this. */
final class HouseTest {
  private static final int MOST_LINES = 400;
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.sotto");

  @Test
  void noPackageCycles() {
    slices().matching("org.sotto.(**)").should().beFreeOfCycles().check(ALL);
  }

  @Test
  void importsGoDown() {
    noClasses()
        .that()
        .resideInAPackage("org.sotto.codec..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.sotto.net..", "org.sotto.mpc..", "org.sotto.bench..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAPackage("org.sotto.net..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.sotto.mpc..", "org.sotto.bench..")
        .check(ALL);
    noClasses()
        .that()
        .resideInAPackage("org.sotto.mpc..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.sotto.bench..", "io.netty..")
        .check(ALL);
  }

  /**
   * Copies of bytes between segments name a layout. The form without one has a loop for less than
   * 64 bytes, and the compiler of JDK 25 (as of 25.0.3) drops every other store of it where it has
   * seen arrays of two types: JDK-8331133. It left zeros in one of three messages of 2 GiB.
   */
  @Test
  void bytesAreCopiedInTheFormThatKeepsThem() {
    noClasses()
        .should()
        .callMethod(
            MemorySegment.class,
            "copy",
            MemorySegment.class,
            long.class,
            MemorySegment.class,
            long.class,
            long.class)
        .orShould()
        .callMethod(MemorySegment.class, "copyFrom", MemorySegment.class)
        .check(ALL);
  }

  @Test
  void protocolsKnowNoTransport() {
    noClasses()
        .that()
        .resideInAPackage("org.sotto.mpc..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.sotto.net.tcp..", "org.sotto.net.memory..", "org.sotto.net.transport..")
        .check(ALL);
  }

  @Test
  void nothingButTheCommandEndsTheJvm() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("org.sotto.bench.Sotto")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(ALL);
  }

  @Test
  void everyPackageHasItsMapAndNoFileIsTooLong() throws IOException {
    for (String module : List.of("net-codec", "net-core", "mpc-primitives", "bench")) {
      Path sources = Path.of("..", module, "src");
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          if (file.startsWith(sources.resolve("main"))) {
            assertThat(file.resolveSibling("package-info.java")).exists();
          }
          try (Stream<String> lines = Files.lines(file)) {
            assertThat(lines.count()).as("lines of %s", file).isLessThanOrEqualTo(MOST_LINES);
          }
        }
      }
    }
  }
}
