package io.lychgate.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.lychgate.gateway.loop.EventLoops;
import io.lychgate.gateway.testkit.NewestJdk;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The arrows of ARCHITECTURE.md: dependencies point down, and packages of one layer do not depend on each other. */
@NewestJdk
final class ArchitectureTest {
  private static final String GATEWAY = "io.lychgate.gateway";
  private static final String[] CORE = {"io.lychgate.casper..", "io.lychgate.scheduler.."};

  private static final JavaClasses NONE = new ClassFileImporter().importPackages();

  private static JavaClasses production = NONE;

  @BeforeAll
  static void importClasses() {
    production = new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages("io.lychgate");
  }

  /** Later collections of this JVM would walk them. */
  @AfterAll
  static void forgetClasses() {
    production = NONE;
  }

  @Test
  void dependenciesPointDown() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("root")
        .definedBy(GATEWAY)
        .layer("edge")
        .definedBy(
            GATEWAY + ".listen..",
            GATEWAY + ".admin..",
            GATEWAY + ".acme..",
            GATEWAY + ".manifest..",
            GATEWAY + ".migration..",
            GATEWAY + ".doctor..",
            GATEWAY + ".remote..",
            GATEWAY + ".simulate..")
        .layer("protocol")
        .definedBy(GATEWAY + ".http1..", GATEWAY + ".http2..", GATEWAY + ".http3..")
        .layer("exchange")
        .definedBy(GATEWAY + ".exchange..")
        .layer("lessons")
        .definedBy(
            GATEWAY + ".ledger..",
            GATEWAY + ".learn..",
            GATEWAY + ".history..",
            GATEWAY + ".experiment..",
            GATEWAY + ".timing..",
            GATEWAY + ".bench..",
            GATEWAY + ".publish..")
        .layer("policy")
        .definedBy(
            GATEWAY + ".auth..",
            GATEWAY + ".route..",
            GATEWAY + ".push..",
            GATEWAY + ".upstream..",
            GATEWAY + ".files..",
            GATEWAY + ".filter..",
            GATEWAY + ".cache..",
            GATEWAY + ".respond..",
            GATEWAY + ".limit..",
            GATEWAY + ".plugin..")
        .layer("ground")
        .definedBy(
            GATEWAY + ".command..",
            GATEWAY + ".condition..",
            GATEWAY + ".config..",
            GATEWAY + ".message..",
            GATEWAY + ".http..",
            GATEWAY + ".loop..",
            GATEWAY + ".observe..",
            GATEWAY + ".store..")
        .layer("core")
        .definedBy(CORE)
        .whereLayer("root")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("edge")
        .mayOnlyBeAccessedByLayers("root")
        .whereLayer("protocol")
        .mayOnlyBeAccessedByLayers("root", "edge")
        .whereLayer("exchange")
        .mayOnlyBeAccessedByLayers("root", "edge", "protocol")
        .whereLayer("lessons")
        .mayOnlyBeAccessedByLayers("root", "edge", "exchange")
        .whereLayer("policy")
        .mayOnlyBeAccessedByLayers("root", "edge", "exchange", "lessons")
        .whereLayer("ground")
        .mayOnlyBeAccessedByLayers("root", "edge", "protocol", "exchange", "lessons", "policy")
        .check(production);
  }

  @Test
  void packagesOfOneLayerAreIndependent() {
    for (String neighbours : new String[] {
      "(http1|http2|http3)",
      "(ledger|learn|history|experiment|timing|bench|publish)",
      "(route|push|upstream|files|filter|cache|respond|limit|auth|plugin)",
      "(listen|admin|manifest|migration|doctor|acme|remote|simulate)"
    }) {
      slices()
          .matching(GATEWAY + "." + neighbours + "..")
          .should()
          .notDependOnEachOther()
          .allowEmptyShould(true)
          .check(production);
    }
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.lychgate.(**)").should().beFreeOfCycles().check(production);
  }

  @Test
  void coreDependsOnJavaOnly() {
    classes()
        .that()
        .resideInAnyPackage(CORE)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.jspecify..", CORE[0], CORE[1])
        .check(production);
    noClasses()
        .that()
        .resideInAPackage(CORE[0])
        .should()
        .dependOnClassesThat()
        .resideInAPackage(CORE[1])
        .check(production);
  }

  @Test
  void interfacesOfPluginsDependOnJavaOnly() {
    classes()
        .that()
        .resideInAPackage("io.lychgate.plugin..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.jspecify..", "io.lychgate.plugin..")
        .check(production);
    noClasses()
        .that()
        .resideInAPackage("io.lychgate.gateway..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.lychgate.example..")
        .check(production);
  }

  @Test
  void configurationRoutesAndStoreAreFreeOfNetty() {
    noClasses()
        .that()
        .resideInAnyPackage(GATEWAY + ".config..", GATEWAY + ".route..", GATEWAY + ".store..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(production);
  }

  @Test
  void historyKnowsNeitherNettyNorExchanges() {
    noClasses()
        .that()
        .resideInAPackage(GATEWAY + ".history..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.netty..",
            GATEWAY + ".exchange..",
            GATEWAY + ".route..",
            GATEWAY + ".push..",
            GATEWAY + ".upstream..")
        .check(production);
  }

  @Test
  void pushAndConditionsUseOnlyTheStringsOfNetty() {
    // Fields of a message are AsciiStrings. The planner may use no other class of Netty.
    noClasses()
        .that()
        .resideInAnyPackage(GATEWAY + ".push..", GATEWAY + ".condition..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.netty.buffer..", "io.netty.channel..", "io.netty.handler..", "io.netty.bootstrap..")
        .check(production);
  }

  @Test
  void upstreamsKnowNoProtocol() {
    noClasses()
        .that()
        .resideInAPackage(GATEWAY + ".upstream")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            GATEWAY + ".upstream.http1..",
            GATEWAY + ".upstream.http2..",
            "io.netty.handler.codec.http2..")
        .check(production);
  }

  @Test
  void choiceOfAServerIsFreeOfSockets() {
    noClasses()
        .that()
        .resideInAPackage(GATEWAY + ".upstream.balance..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.netty..",
            GATEWAY + ".upstream",
            GATEWAY + ".upstream.http1..",
            GATEWAY + ".upstream.http2..")
        .check(production);
  }

  @Test
  void codecsAreUsedOnlyByTheirProtocol() {
    onlyIn(
        "io.netty.handler.codec.http2..",
        GATEWAY,
        GATEWAY + ".http..",
        GATEWAY + ".http2..",
        GATEWAY + ".listen..",
        GATEWAY + ".simulate..",
        GATEWAY + ".upstream.http2..",
        // QPACK has the string literals of HPACK.
        GATEWAY + ".http3.qpack..");
    // The doctor and the simulated browsers have their own HTTP clients.
    String[] http3 = {
      GATEWAY,
      GATEWAY + ".http3..",
      GATEWAY + ".listen..",
      GATEWAY + ".doctor..",
      GATEWAY + ".simulate.."
    };
    onlyIn("io.netty.handler.codec.http3..", http3);
    onlyIn("io.netty.handler.codec.quic..", http3);
    // OTLP over gRPC needs a client of HTTP/2.
    onlyIn("com.linecorp.armeria..", GATEWAY + ".admin..", GATEWAY + ".observe.otlp..");
    onlyIn("io.opentelemetry..", GATEWAY + ".observe..");
  }

  private static void onlyIn(String library, String... packages) {
    noClasses()
        .that()
        .resideOutsideOfPackages(packages)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .check(production);
  }

  /** Netty's own groups may end before they have closed their channels. */
  @Test
  void loopsCloseTheirChannels() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(EventLoops.class)
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(MultiThreadIoEventLoopGroup.class, SingleThreadIoEventLoop.class)
        .check(production);
  }

  @Test
  void namesAvoidVagueSuffixes() {
    noClasses()
        .should()
        .haveNameMatching(".*(Manager|Helper|Utils?|Impl|Processor|Data|Info)")
        .check(production);
  }
}
