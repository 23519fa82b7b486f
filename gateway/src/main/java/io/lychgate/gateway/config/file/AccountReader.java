package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.account.AccountConfig;
import io.lychgate.gateway.config.account.ClientCertificates;
import io.lychgate.gateway.config.account.PasswordConfig;
import io.lychgate.gateway.config.account.SessionConfig;
import io.lychgate.gateway.config.password.BreachedList;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the rules for the users of the admin plane from the section {@code admin}. */
final class AccountReader {

  private AccountReader() {}

  static AccountConfig read(Section admin) {
    return new AccountConfig(
        sessions(admin.section("sessions")),
        passwords(admin.section("passwords")),
        clientCertificates(admin.section("tls")));
  }

  private static SessionConfig sessions(Section section) {
    SessionConfig defaults = SessionConfig.defaults();
    String bound = section.text("bindAddress", "off");
    return section
        .build(() -> new SessionConfig(
            section.duration("idle", defaults.idle()),
            section.duration("life", defaults.life()),
            // YAML reads a bare `off` as false in some editors.
            SessionConfig.Binding.of(bound.equals("false") ? "off" : bound)))
        .orElse(defaults);
  }

  private static PasswordConfig passwords(Section section) {
    PasswordConfig defaults = PasswordConfig.defaults();
    Path list = section.path("breachedList");
    String problem = list == null ? "" : new BreachedList(list).problem();
    if (!problem.isEmpty()) {
      section.problem("breachedList", problem);
    }
    return section
        .build(() -> new PasswordConfig(
            section.integer("minLength", defaults.minLength()),
            section.integer("maxLength", defaults.maxLength()),
            list))
        .orElse(defaults);
  }

  private static @Nullable ClientCertificates clientCertificates(Section tls) {
    Section section = tls.section("clientCertificates");
    Path caFile = section.path("caFile");
    if (caFile == null) {
      return null;
    }
    CertificateCheck.checkTrust(section, "caFile", caFile);
    return new ClientCertificates(caFile, section.flag("require", true));
  }
}
