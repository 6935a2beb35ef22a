package org.sotto.net;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Packages know only what is below them, and Netty stays inside. */
final class NetArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.sotto.net");

  @Test
  void thePackagesHaveNoCycles() {
    assertThat(CLASSES).isNotEmpty();
    slices().matching("org.sotto.net.(*)..").should().beFreeOfCycles().check(CLASSES);
    slices().matching("org.sotto.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void whatCarriesBytesDoesNotKnowSessions() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "org.sotto.net.memory",
            "org.sotto.net.tcp",
            "org.sotto.net.transport",
            "org.sotto.net.party",
            "org.sotto.net.error")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.sotto.net")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("org.sotto.net.link")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.sotto.net",
            "org.sotto.net.memory",
            "org.sotto.net.tcp",
            "org.sotto.net.transport",
            "org.sotto.codec..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("org.sotto.net.memory")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.sotto.net.tcp", "io.netty.channel..")
        .check(CLASSES);
  }

  @Test
  void nothingDependsOnWhatIsAbove() {
    noClasses().should().dependOnClassesThat().resideInAPackage("org.sotto.mpc..").check(CLASSES);
  }

  @Test
  void noPublicSignatureButTheTransportsHasATypeOfNetty() {
    List<String> found = new ArrayList<>();
    for (JavaClass type : CLASSES) {
      if (isVisible(type) && !type.getPackageName().equals("org.sotto.net.transport")) {
        for (JavaMember member : type.getMembers()) {
          boolean visible =
              member.getModifiers().contains(JavaModifier.PUBLIC)
                  || member.getModifiers().contains(JavaModifier.PROTECTED);
          if (visible && typesOf(member).anyMatch(NetArchitectureTest::isNetty)) {
            found.add(member.getFullName());
          }
        }
        Stream.concat(type.getRawInterfaces().stream(), type.getRawSuperclass().stream())
            .filter(NetArchitectureTest::isNetty)
            .forEach(above -> found.add(type.getName() + " is a " + above.getName()));
      }
    }
    assertThat(found).isEmpty();
  }

  private static boolean isVisible(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(NetArchitectureTest::isVisible).orElse(true);
  }

  private static Stream<JavaClass> typesOf(JavaMember member) {
    return switch (member) {
      case com.tngtech.archunit.core.domain.JavaField field -> involved(field.getType());
      case com.tngtech.archunit.core.domain.JavaCodeUnit unit ->
          Stream.concat(
              Stream.concat(involved(unit.getReturnType()), unit.getExceptionTypes().stream()),
              unit.getParameterTypes().stream().flatMap(NetArchitectureTest::involved));
      default -> Stream.empty();
    };
  }

  private static Stream<JavaClass> involved(JavaType type) {
    return type.getAllInvolvedRawTypes().stream();
  }

  private static boolean isNetty(JavaClass type) {
    return type.getPackageName().startsWith("io.netty");
  }
}
