package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.access.AdminCertificate;
import io.lychgate.gateway.admin.access.HostCheck;
import io.lychgate.gateway.admin.access.LoginThrottle;
import io.lychgate.gateway.admin.access.OneTimePassword;
import io.lychgate.gateway.admin.access.SessionCookie;
import io.lychgate.gateway.config.password.PasswordHash;
import io.lychgate.gateway.store.TestClock;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessTest {

  @TempDir
  Path directory;

  @ParameterizedTest(name = "[{0}]")
  @CsvSource({
    "localhost, true",
    "LOCALHOST:9443, true",
    "app.localhost, true",
    "127.0.0.1:9443, true",
    "192.0.2.7, true",
    "[::1]:9443, true",
    "[2001:db8::1], true",
    "gate.example.com:9443, true",
    "Gate.Example.Com, true",
    "attacker.example, false",
    "localhost.attacker.example, false",
    "127.0.0.1.attacker.example, false",
    "evilgate.example.com, false",
    "'', false",
    "[::1, false"
  })
  void allowsItsOwnHostsOnly(String authority, boolean allowed) {
    assertThat(new HostCheck(Set.of("gate.example.com")).allows(authority)).isEqualTo(allowed);
  }

  @Test
  void acceptsAHashOfTheReferenceImplementation() {
    // printf password | argon2 somesalt -id -t 2 -m 16 -p 1 (phc-winner-argon2, test.c)
    assertThat(
            PasswordHash.matches(
                "password",
                "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"))
        .isTrue();
  }

  @Test
  void generatesDistinctPasswordsThatAreEasyToCopy() {
    assertThat(OneTimePassword.next())
        .matches("[a-z2-9]{5}(-[a-z2-9]{5}){3}")
        .isNotEqualTo(OneTimePassword.next());
  }

  @Test
  void waitsLongerForAnAddressThanForAName() throws Exception {
    TestClock clock = new TestClock();
    LoginThrottle throttle = new LoginThrottle(clock);
    for (int guess = 0; guess < 40; guess++) {
      clock.advance(Duration.ofMinutes(16));
      assertThat(throttle.attempt(address("192.0.2.1"), "ann")).isZero();
    }

    assertThat(throttle.attempt(address("192.0.2.1"), "bob")).isEqualTo(Duration.ofMinutes(15));
    assertThat(throttle.attempt(address("192.0.2.2"), "ann")).isEqualTo(Duration.ofSeconds(30));
    assertThat(throttle.attempt(address("192.0.2.2"), "bob")).isZero();
  }

  @Test
  void countsAnIpv6NetworkAsOneAddress() throws Exception {
    TestClock clock = new TestClock();
    LoginThrottle throttle = new LoginThrottle(clock);
    for (int guess = 0; guess < 5; guess++) {
      throttle.attempt(address("2001:db8::" + guess), "name" + guess);
    }

    assertThat(throttle.attempt(address("2001:db8::ffff"), "ann")).isPositive();
    assertThat(throttle.attempt(address("2001:db8:0:1::1"), "ann")).isZero();
  }

  @Test
  void keepsItsCertificateAcrossStartsAndItsKeyPrivate() throws Exception {
    TestClock clock = new TestClock();
    AdminCertificate first = AdminCertificate.keptIn(directory, Set.of("gate.example.com"), clock);
    byte[] chain = Files.readAllBytes(first.chain());

    AdminCertificate.keptIn(directory, Set.of("gate.example.com"), clock);
    assertThat(Files.readAllBytes(first.chain())).isEqualTo(chain);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(first.key())))
        .isEqualTo("rw-------");

    clock.advance(Duration.ofDays(380));
    AdminCertificate.keptIn(directory, Set.of("gate.example.com"), clock);
    byte[] renewed = Files.readAllBytes(first.chain());
    assertThat(renewed).as("ends soon").isNotEqualTo(chain);

    AdminCertificate.keptIn(directory, Set.of("other.example.com"), clock);
    assertThat(Files.readAllBytes(first.chain())).as("lacks a name").isNotEqualTo(renewed);
  }

  @Test
  void readsOnlyItsOwnCookie() {
    String id = "A".repeat(43);

    assertThat(SessionCookie.read("a=b; __Host-lychgate=" + id + "; c=d")).contains(id);
    assertThat(SessionCookie.read("x__Host-lychgate=" + id)).isEmpty();
    assertThat(SessionCookie.read("__Host-lychgate=short")).isEmpty();
    assertThat(SessionCookie.read(null)).isEmpty();
  }

  private static InetAddress address(String literal) throws Exception {
    return InetAddress.getByName(literal);
  }
}
