package io.lychgate.gateway.acme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.config.AcmeConfig.DnsHook;
import io.lychgate.gateway.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DnsRecordsTest {
  @TempDir
  Path directory;

  private DnsRecords program(String script, Duration timeout) throws IOException {
    Path file = Files.writeString(directory.resolve("dns.sh"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return new DnsRecords(new DnsHook(file, timeout, Duration.ZERO));
  }

  @Test
  void argumentsReachTheProgramAsTheyAre() throws Exception {
    Path out = directory.resolve("out");
    DnsRecords records = program("printf '%s|' \"$@\" >> " + out, Duration.ofSeconds(10));

    records.add("_acme-challenge.a.example", "$(id) `id`; 'v'");
    records.remove("_acme-challenge.a.example", "v");

    assertThat(Files.readString(out))
        .isEqualTo("add|_acme-challenge.a.example|$(id) `id`; 'v'|"
            + "remove|_acme-challenge.a.example|v|");
  }

  @Test
  void aFailureHasTheOutputOfTheProgram() throws Exception {
    DnsRecords records = program("echo 'no such zone' >&2; exit 3", Duration.ofSeconds(10));

    assertThatThrownBy(() -> records.add("n.example", "v"))
        .hasMessage("dns.command add n.example: exit code 3 (expected: 0); it wrote: no such zone");
  }

  @Test
  void aLongOutputIsCut() throws Exception {
    DnsRecords records =
        program("head -c 1000000 /dev/zero | tr '\\0' x; exit 1", Duration.ofSeconds(10));

    assertThatThrownBy(() -> records.add("n.example", "v"))
        .satisfies(
            problem -> assertThat(String.valueOf(problem.getMessage())).hasSizeLessThan(2200));
  }

  @Test
  void aProgramThatDoesNotEndIsKilledWithItsChildren() throws Exception {
    Path child = directory.resolve("child");
    DnsRecords records =
        program("sleep 60 & echo $! > " + child + "; wait", Duration.ofMillis(500));

    assertThatThrownBy(() -> records.add("n.example", "v")).hasMessageContaining("no end within");
    long id = Long.parseLong(Files.readString(child).strip());
    Await.until(
        () -> assertThat(ProcessHandle.of(id).filter(ProcessHandle::isAlive)).isEmpty());
  }
}
