package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.listener.ClientAddressConfig;
import io.lychgate.gateway.config.policy.AcceptedPeers;
import java.util.List;

/** Warns of conditions and keys of limits that read a field which no listener keeps. */
final class DroppedFields {
  private static final String HEADER = "header:";

  private DroppedFields() {}

  static void check(Section root) {
    List<Section> listeners = root.sections("listeners");
    if (!listeners.stream().allMatch(DroppedFields::drops)) {
      return;
    }
    listeners.forEach(DroppedFields::ofLimits);
    for (Section site : root.sections("sites")) {
      ofLimits(site);
      for (Section route : site.sections("routes")) {
        ofLimits(route);
        Section headers = route.section("match").section("headers");
        headers.names().forEach(name -> warn(headers, name, name));
      }
    }
  }

  /** The same rule as {@link ClientAddressConfig#dropsProxyFields()}, on the text of the file. */
  private static boolean drops(Section listener) {
    String accepted = listener.text("proxyFields", AcceptedPeers.TRUSTED.token());
    return accepted.equals(AcceptedPeers.NEVER.token())
        || (accepted.equals(AcceptedPeers.TRUSTED.token())
            && listener.texts("trustedProxies").isEmpty());
  }

  private static void ofLimits(Section holder) {
    Section policies = holder.section("policies");
    for (String kind : List.of("rateLimits", "concurrency")) {
      for (Section limit : policies.sections(kind)) {
        String by = limit.text("by", "");
        if (by.startsWith(HEADER)) {
          warn(limit, "by", by.substring(HEADER.length()));
        }
      }
    }
  }

  private static void warn(Section section, String key, String name) {
    if (ClientAddressConfig.isProxyField(name)) {
      section.warning(
          key,
          name
              + " is dropped from requests of clients (expected: trustedProxies with the proxies that"
              + " set it, see proxyFields)");
    }
  }
}
