package io.lychgate.gateway.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.AsciiString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetPathTest {
  @ParameterizedTest(name = "[{0}]")
  @CsvSource({
    "/, '', true",
    "/index.html, index.html, false",
    "/a/b/c.css?v=1/../2, a/b/c.css, false",
    "/a/, a, true",
    "/a%20b.txt, a b.txt, false",
    "/caf%C3%A9, café, false",
    "/%41, A, false",
    "/a..b/c..., a..b/c..., false",
    "/.well-known/security.txt, .well-known/security.txt, false",
    "/%2541, %41, false",
    "/a:b, a:b, false",
    "/~user, ~user, false",
  })
  void resolvesToAFile(String path, String name, boolean isFolder) {
    assertThat(TargetPath.of(path)).isEqualTo(new TargetPath(name, isFolder));
  }

  @ParameterizedTest(name = "[{0}]")
  @ValueSource(
      strings = {
        "",
        "*",
        "index.html",
        "//etc/passwd",
        "//evil.example/..",
        "/../etc/passwd",
        "/a/../../etc/passwd",
        "/a/..",
        "/./a",
        "/a/.",
        "/%2e%2e/etc/passwd",
        "/%2E%2e/etc/passwd",
        "/.%2e/etc/passwd",
        "/..%2fetc/passwd",
        "/a%2fb",
        "/a%2Fb",
        "/..%5c..%5cwindows",
        "/..\\..\\windows",
        "/a\\b",
        "/a%00.png",
        "/a%0d%0ab",
        "/a%7f",
        "/a\u0000b",
        "/a//b",
        "/a/%2f",
        "/%",
        "/%4",
        "/%zz",
        "/%+4a",
        "/%c0%ae%c0%ae/etc/passwd",
        "/%c0%afetc",
        "/%e0%80%af",
        "/%ed%a0%80",
        "/%ff",
        "/é",
        "/.git/config",
        "/a/.env",
        "/a/.htpasswd",
        "/%2eenv",
        "/.well-known/.secret",
        "/.well-knownx",
        "/a/.well-known/x",
        "/...",
      })
  void resolvesToNoFile(String path) {
    assertThat(TargetPath.of(path)).isNull();
  }

  @Test
  void resolvesToNoFileForASegmentAboveTheFileSystemLimit() {
    assertThat(TargetPath.of("/" + "a".repeat(256))).isNull();
    assertThat(TargetPath.of("/" + "a".repeat(255))).isNotNull();
  }

  @Test
  void acceptsAnyText() {
    assertThat(TargetPath.of(new AsciiString("/a%20b"))).isEqualTo(new TargetPath("a b", false));
  }
}
