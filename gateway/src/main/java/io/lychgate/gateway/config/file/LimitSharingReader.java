package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.LimitSharingConfig;
import io.lychgate.gateway.config.LimitSharingConfig.Redis;
import io.lychgate.gateway.config.check.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads {@code limits}. */
final class LimitSharingReader {
  private LimitSharingReader() {}

  static LimitSharingConfig read(Section limits) {
    Section shared = limits.section("shared");
    if (!shared.has("redis")) {
      return LimitSharingConfig.defaults();
    }
    Section section = shared.section("redis");
    Secret password = SecretReference.read(section, "password");
    Path authorities = section.path("ca");
    if (authorities != null && !Files.isReadable(authorities)) {
      section.problem("ca", authorities + " (expected: a file that can be read)");
    }
    String text = section.text("url", "");
    if (authorities != null && !text.startsWith("rediss:")) {
      section.problem("ca", authorities + " (expected: with a url of rediss)");
    }
    if (section.has("user") && !section.has("password")) {
      section.problem("user", section.text("user", "") + " (expected: with password)");
    }
    try {
      URI url = new URI(text);
      String path = url.getPath();
      if (url.getHost() != null
          && url.getUserInfo() == null
          && url.getQuery() == null
          && (path.isEmpty() || path.equals("/"))) {
        if (password != null) {
          ClearText.refuse(section, "url", "password", url);
        }
        return section
            .build(() -> new Redis(
                url.getHost(),
                url.getPort() < 0 ? Redis.DEFAULT_PORT : url.getPort(),
                "rediss".equals(url.getScheme()),
                authorities,
                section.text("user", ""),
                password))
            .map(LimitSharingConfig::new)
            .orElse(LimitSharingConfig.defaults());
      }
    } catch (URISyntaxException e) {
      // Reported below, as the other cases. Its message may have a password.
    }
    section.problem(
        "url", "(expected: redis://HOST:PORT or rediss://HOST:PORT; user and password are keys)");
    return LimitSharingConfig.defaults();
  }
}
