package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.config.policy.ClientCertificatePolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code clientCertificate}. */
final class ClientCertificateReader {
  private ClientCertificateReader() {}

  static Optional<ClientCertificatePolicy> read(Section section) {
    Path file = section.path("issuers");
    List<X509Certificate> issuers = new ArrayList<>();
    if (file != null) {
      try {
        issuers.addAll(PemIdentity.readChain(file));
      } catch (IOException | GeneralSecurityException e) {
        section.problem("issuers", file + " (expected: " + expected(e) + ")");
        return Optional.empty();
      }
    }
    List<ClientCertificatePolicy.Name> names = new ArrayList<>();
    List<String> texts = section.texts("names");
    for (int i = 0; i < texts.size(); i++) {
      Optional<ClientCertificatePolicy.Name> name =
          ClientCertificatePolicy.Name.parse(texts.get(i));
      if (name.isEmpty()) {
        section.problem(
            "names",
            i,
            texts.get(i)
                + " (expected: a pattern after dns:, uri:, email: or subject:, or an address after ip:)");
        return Optional.empty();
      }
      names.add(name.get());
    }
    String nameField = section.has("nameField") ? FieldName.read(section, "nameField", "") : "";
    return section.build(() -> new ClientCertificatePolicy(
        file,
        issuers,
        names,
        ClientCertificatePolicy.Forward.of(section.text("forward", "none")),
        nameField));
  }

  private static String expected(Exception e) {
    return e instanceof IOException
        ? "a readable file; " + e.getMessage()
        : String.valueOf(e.getMessage());
  }
}
