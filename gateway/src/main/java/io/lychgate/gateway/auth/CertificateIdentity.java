package io.lychgate.gateway.auth;

import io.lychgate.gateway.message.ClientCertificate;
import io.lychgate.gateway.message.Identity;
import org.jspecify.annotations.Nullable;

/** The owner of a client certificate. */
record CertificateIdentity(String name, ClientCertificate certificate) implements Identity {
  static final String SCHEME = "client-certificate";

  @Override
  public String scheme() {
    return SCHEME;
  }

  @Override
  public @Nullable String claim(String claim) {
    return switch (claim) {
      case "subject" -> certificate.subject();
      case "issuer" -> certificate.issuer();
      case "serial" -> certificate.leaf().getSerialNumber().toString(16);
      case "fingerprint" -> certificate.fingerprint();
      case "dns" -> first(ClientCertificate.DNS);
      case "uri" -> first(ClientCertificate.URI);
      case "email" -> first(ClientCertificate.EMAIL);
      default -> null;
    };
  }

  private @Nullable String first(int type) {
    return certificate.names(type).stream().findFirst().orElse(null);
  }
}
