package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The certificate authority of {@code lychgate demo}: created once, for localhost only. */
final class DemoCertificateIT {
  @TempDir
  Path directory;

  @BeforeEach
  void createAuthority() {
    ensure();
  }

  @Test
  void signsACertificateThatOpensslAcceptsForLocalhost() throws IOException {
    for (String name : new String[] {"-verify_hostname localhost", "-verify_ip 127.0.0.1"}) {
      assertThat(verify(directory.resolve("site.pem"), name)).as(name).isZero();
    }
    assertThat(mode("ca.key")).isEqualTo("rw-------");
    assertThat(mode("site.key")).isEqualTo("rw-------");
  }

  @Test
  void isKeptWhenTheCertificateIsRenewed() throws IOException {
    String authority = Files.readString(directory.resolve("ca.pem"));
    String first = Files.readString(directory.resolve("site.pem"));
    ensure();
    assertThat(Files.readString(directory.resolve("site.pem"))).isEqualTo(first);

    Files.delete(directory.resolve("site.pem"));
    ensure();

    assertThat(Files.readString(directory.resolve("ca.pem"))).isEqualTo(authority);
    assertThat(Files.readString(directory.resolve("site.pem"))).isNotEqualTo(first);
  }

  @Test
  void certificateOfAnEarlierVersionIsReplaced() throws IOException {
    bash(
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 397"
            + " -subj /CN=localhost -keyout \"$1/site.key\" -out \"$1/site.pem\"",
        directory);

    ensure();

    assertThat(verify(directory.resolve("site.pem"), "-verify_hostname localhost"))
        .isZero();
  }

  @Test
  void certifiesNoOtherName() {
    String sign = "cd \"$1\" && openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
        + " -subj /CN=bank.example -keyout other.key -out other.csr"
        + " && openssl x509 -req -in other.csr -CA ca.pem -CAkey ca.key -set_serial 7 -days 9"
        + " -extfile <(echo subjectAltName=DNS:bank.example) -out other.pem";
    bash(sign, directory);

    assertThat(verify(directory.resolve("other.pem"), "-verify_hostname bank.example"))
        .isNotZero();
  }

  private int verify(Path certificate, String more) {
    return Commands.finish(Commands.start(
            "bash",
            "-c",
            "openssl verify " + more + " -CAfile '" + directory.resolve("ca.pem") + "' '"
                + certificate + "'"))
        .exitCode();
  }

  private void ensure() {
    bash("ensure_signed_certificate \"$1\"", directory);
  }

  /** Runs a shell command with the functions of the demo and the functions of the launcher that they call. */
  private void bash(String line, Path argument) {
    String functions = "set -euo pipefail; home=..; state=$1; mkdir -p \"$1\";"
        + " has() { command -v \"$1\" >/dev/null; }; fail() { echo \"$*\" >&2; exit 1; };"
        + " . ../docker/demo.sh; ";
    Commands.finish(Commands.start("bash", "-c", functions + line, "bash", argument.toString()))
        .expectSuccess();
  }

  private String mode(String file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(file)));
  }
}
