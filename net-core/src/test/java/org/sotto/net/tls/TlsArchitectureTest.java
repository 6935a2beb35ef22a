package org.sotto.net.tls;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** TLS knows no connections, and only what makes keys for development needs Bouncy Castle. */
final class TlsArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.sotto.net");

  @Test
  void onlyDevelopmentKeysNeedBouncyCastle() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.sotto.net.tls.keys")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.bouncycastle..", "org.sotto.net.tls.keys")
        .check(CLASSES);
  }

  @Test
  void tlsKnowsNoConnections() {
    noClasses()
        .that()
        .resideInAPackage("org.sotto.net.tls..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.sotto.net", "org.sotto.net.tcp", "org.sotto.net.transport")
        .check(CLASSES);
  }
}
