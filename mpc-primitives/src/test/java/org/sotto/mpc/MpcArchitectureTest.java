package org.sotto.mpc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.sotto.mpc.iris.GaloisShares;
import org.sotto.mpc.iris.IrisTemplate;
import org.sotto.mpc.prg.AesCtr;

/** Protocols stand on sessions alone, packages on each other in one direction. */
@AnalyzeClasses(packages = "org.sotto.mpc", importOptions = ImportOption.DoNotIncludeTests.class)
class MpcArchitectureTest {
  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices().matching("org.sotto.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule PROTOCOLS_KNOW_NO_CARRIER =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.netty..",
              "org.sotto.net.tcp..",
              "org.sotto.net.memory..",
              "org.sotto.net.transport..");

  @ArchTest
  static final ArchRule BITS_AND_STREAMS_KNOW_NO_SESSIONS =
      noClasses()
          .that()
          .resideInAnyPackage("org.sotto.mpc.bits", "org.sotto.mpc.prg")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.sotto.net..");

  @ArchTest
  static final ArchRule NOTHING_IS_PRINTED =
      noClasses()
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");

  @ArchTest
  static void whatHoldsSecretsHasNoTextOfItsOwn(com.tngtech.archunit.core.domain.JavaClasses unused)
      throws NoSuchMethodException {
    for (Class<?> secret :
        List.of(
            RingShares.class,
            BitShares.class,
            SplitShares.class,
            GaloisShares.class,
            GaloisShares.Query.class,
            IrisTemplate.class,
            ThreeParty.class,
            AesCtr.class)) {
      assertThat(secret.getMethod("toString").getDeclaringClass())
          .as("toString of %s", secret.getSimpleName())
          .isEqualTo(Object.class);
    }
  }
}
