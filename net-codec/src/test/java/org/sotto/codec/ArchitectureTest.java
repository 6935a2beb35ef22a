package org.sotto.codec;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The codec stands alone: buffers of Netty, Kryo, and the JDK. */
@AnalyzeClasses(packages = "org.sotto.codec", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule DEPENDS_ON_LITTLE =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "org.sotto.codec",
              "java..",
              "io.netty.buffer..",
              "io.netty.util..",
              "com.esotericsoftware..",
              "org.jspecify..");

  @ArchTest
  static final ArchRule CLASSES_ARE_NOT_FOR_EXTENSION =
      classes()
          .that()
          .arePublic()
          .and()
          .areNotInterfaces()
          .and()
          .doNotHaveSimpleName("SottoException")
          .should()
          .haveModifier(JavaModifier.FINAL);
}
