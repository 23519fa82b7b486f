package io.lychgate.gateway.migration.nginx;

import io.lychgate.gateway.migration.draft.ImportReport;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Certificates, versions and client certificates of one server block. */
final class NginxTls {
  private NginxTls() {}

  static void configure(ObjectNode tls, NginxScope scope, Path prefix, ImportReport report) {
    List<NginxDirective> chains = scope.all("ssl_certificate");
    List<NginxDirective> keys = scope.all("ssl_certificate_key");
    for (int i = 0; i < Math.min(chains.size(), keys.size()); i++) {
      String chain = chains.get(i).argument(0);
      String key = keys.get(i).argument(0);
      if (NginxVariables.hasVariable(chain + key)
          || chain.startsWith("data:")
          || key.startsWith("engine:")) {
        report.lost(
            chains.get(i).place(),
            chains.get(i).shown(),
            "a certificate is a file with a fixed name");
        continue;
      }
      ObjectNode certificate = tls.objectNode();
      certificate.put("chain", prefix.resolve(chain).normalize().toString());
      certificate.put("key", prefix.resolve(key).normalize().toString());
      ArrayNode all = tls.withArray("/certificates");
      boolean isKnown = false;
      for (var each : all) {
        isKnown |= each.equals(certificate);
      }
      if (!isKnown) {
        all.add(certificate);
      }
    }
    scope.find("ssl_protocols").ifPresent(versions -> {
      List<String> all = versions.arguments();
      if (!all.contains("TLSv1.2") && all.contains("TLSv1.3")) {
        tls.put("minVersion", "1.3");
      } else if (all.contains("TLSv1") || all.contains("TLSv1.1") || all.contains("SSLv3")) {
        report.lost(versions.place(), versions.shown(), "TLS begins with 1.2");
      }
    });
    clients(tls, scope, prefix, report);
  }

  private static void clients(ObjectNode tls, NginxScope scope, Path prefix, ImportReport report) {
    NginxDirective verify = scope.find("ssl_verify_client").orElse(null);
    if (verify == null || verify.argument(0).equals("off")) {
      return;
    }
    String trust = trust(scope);
    if (verify.argument(0).equals("optional_no_ca")) {
      report.lost(
          verify.place(),
          verify.shown(),
          "certificates of unknown authorities are refused; they are not asked for");
      return;
    }
    tls.put("clientAuth", verify.argument(0).equals("on") ? "require" : "request");
    if (trust.isEmpty()) {
      return;
    }
    String file = prefix.resolve(trust).normalize().toString();
    if (!tls.path("trust").asString(file).equals(file)) {
      report.lost(
          verify.place(),
          "ssl_client_certificate " + trust,
          "a listener has one file of authorities, that of an earlier server; join both files");
      return;
    }
    tls.put("trust", file);
  }

  /** Returns the file of authorities for certificates of clients; empty if there is none. */
  static String trust(NginxScope scope) {
    String trust = scope.value("ssl_client_certificate");
    return trust.isEmpty() ? scope.value("ssl_trusted_certificate") : trust;
  }
}
