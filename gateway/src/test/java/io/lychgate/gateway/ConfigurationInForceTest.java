package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ConfigurationInForceTest {
  @Test
  void textOfAFileIsShownWithoutPasswordsInUrls() {
    assertThat(ConfigurationInForce.withoutPasswords("""
            store: { url: "jdbc:postgresql://gate:s3&cr3t@db:5432/lychgate?ssl=true" }
            other: jdbc:postgresql://db/lychgate?user=gate&password=s3/cr3t&ssl=true
            listeners: [ { address: "127.0.0.1:80" } ]
            upstream: "http://10.0.0.1:8080/a?b=c"
            """)).isEqualTo("""
            store: { url: "jdbc:postgresql://gate:***@db:5432/lychgate?ssl=true" }
            other: jdbc:postgresql://db/lychgate?user=gate&password=***&ssl=true
            listeners: [ { address: "127.0.0.1:80" } ]
            upstream: "http://10.0.0.1:8080/a?b=c"
            """);
  }
}
