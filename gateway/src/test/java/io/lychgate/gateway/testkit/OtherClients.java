package io.lychgate.gateway.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Clients of other projects that must be built. If a build is not possible, the test is skipped with the reason. */
public final class OtherClients {
  private static final Path PROGRAMS = Path.of("src/test/e2e/http3").toAbsolutePath();
  private static final Path H2SPEC = Path.of("src/test/e2e/http2/h2spec").toAbsolutePath();
  private static final Path GRPC = Path.of("src/test/e2e/grpc").toAbsolutePath();
  private static final Pattern CARGO = Pattern.compile("^cargo (\\d+)\\.(\\d+)\\.");

  /** The oldest Rust that builds the versions in {@code quinn/Cargo.lock}. */
  private static final int CARGO_MAJOR = 1;

  private static final int CARGO_MINOR = 85;

  private OtherClients() {}

  /** Builds quic-go in a folder and returns the program. */
  public static String quicGo(Path folder) throws Exception {
    assumeTrue(
        Program.isOnPath("go"), "go: not on PATH (expected: Go 1.26 or newer, to build quic-go)");
    Path module = PROGRAMS.resolve("quic-go");
    Program.Ended fetched = Program.run(module, "go", "mod", "download");
    assumeTrue(fetched.isGood(), "quic-go: cannot be fetched: " + fetched.output());
    String client = folder.resolve("quic-go").toAbsolutePath().toString();
    Program.run(module, "go", "build", "-o", client, ".").expectGood();
    return client;
  }

  /**
   * Builds the HTTP/2 conformance suite in a folder and returns the program. Its version and its libraries are in {@code go.mod}.
   */
  public static String h2spec(Path folder) throws Exception {
    assumeTrue(
        Program.isOnPath("go"), "go: not on PATH (expected: Go 1.26 or newer, to build h2spec)");
    Program.Ended fetched = Program.run(H2SPEC, "go", "mod", "download");
    assumeTrue(fetched.isGood(), "h2spec: cannot be fetched: " + fetched.output());
    String program = folder.resolve("h2spec").toAbsolutePath().toString();
    Program.run(H2SPEC, "go", "build", "-o", program, "github.com/summerwind/h2spec/cmd/h2spec")
        .expectGood();
    return program;
  }

  /** The interop client and server of grpc-go. */
  public record GrpcInterop(String client, String server) {}

  /** Builds the interop programs of grpc-go in a folder. Their version and their libraries are in {@code go.mod}. */
  public static GrpcInterop grpcInterop(Path folder) throws Exception {
    assumeTrue(
        Program.isOnPath("go"), "go: not on PATH (expected: Go 1.26 or newer, to build grpc-go)");
    Program.Ended fetched = Program.run(GRPC, "go", "mod", "download");
    assumeTrue(fetched.isGood(), "grpc-go: cannot be fetched: " + fetched.output());
    String interop = "google.golang.org/grpc/interop/";
    Program.run(
            GRPC,
            "go",
            "build",
            "-o",
            folder.toAbsolutePath() + "/",
            interop + "client",
            interop + "server")
        .expectGood();
    return new GrpcInterop(
        folder.resolve("client").toAbsolutePath().toString(),
        folder.resolve("server").toAbsolutePath().toString());
  }

  /** Builds quinn with h3 and returns the program. The build is kept between runs, as with Go. */
  public static String quinn() throws Exception {
    assumeTrue(Program.isOnPath("cargo"), "cargo: not on PATH (expected: " + rust() + ")");
    assumeTrue(Program.isOnPath("cc"), "cc: not on PATH (expected: a C compiler, to build ring)");
    Path crate = PROGRAMS.resolve("quinn");
    String version = Program.run(crate, "cargo", "--version").output().strip();
    assumeTrue(isNewEnough(version), version + " (expected: " + rust() + ")");
    Program.Ended fetched = Program.run(crate, "cargo", "fetch", "--locked");
    assumeTrue(fetched.isGood(), "quinn: cannot be fetched: " + fetched.output());
    Path built = cache().resolve("lychgate/quinn");
    Program.run(crate, "cargo", "build", "--locked", "--target-dir", built.toString())
        .expectGood();
    return built.resolve("debug/lychgate-http3").toString();
  }

  private static String rust() {
    return "Rust " + CARGO_MAJOR + "." + CARGO_MINOR + " or newer, to build quinn and h3";
  }

  private static boolean isNewEnough(String cargo) {
    Matcher version = CARGO.matcher(cargo);
    return version.find()
        && Integer.parseInt(version.group(1)) == CARGO_MAJOR
        && Integer.parseInt(version.group(2)) >= CARGO_MINOR;
  }

  /** The folder of what is kept between runs. */
  static Path cache() {
    String named = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
    return named.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(named);
  }
}
