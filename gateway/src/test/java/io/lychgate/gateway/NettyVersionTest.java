package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.Version;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Classes and native libraries of different versions of Netty fail at run time, some only on the first refused connection. */
final class NettyVersionTest {
  @Test
  void allNettyJarsHaveOneVersion() {
    Map<String, String> versions = Version.identify().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().artifactVersion()));

    assertThat(versions).containsKeys("netty-codec-http2", "netty-transport-native-epoll");
    assertThat(versions.values()).containsOnly(versions.get("netty-common"));
  }
}
