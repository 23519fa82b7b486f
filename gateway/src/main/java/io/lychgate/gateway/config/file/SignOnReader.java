package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.SignOnConfig;
import io.lychgate.gateway.config.SignOnConfig.Local;
import io.lychgate.gateway.config.SignOnConfig.Mapping;
import io.lychgate.gateway.config.SignOnConfig.SecondFactor;
import io.lychgate.gateway.config.SignOnConfig.Users;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.policy.JwtPolicy;
import io.lychgate.gateway.config.policy.OidcClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads {@code admin.signOn}. */
final class SignOnReader {
  private static final List<String> DEFAULT_SCOPES = List.of(OidcClient.OPENID, "email", "profile");

  /** Characters of a key: a passphrase, not a password. */
  private static final int MIN_KEY = 16;

  private SignOnReader() {}

  static SignOnConfig read(Section section) {
    SignOnConfig usual = SignOnConfig.defaults();
    List<SignOnConfig.Provider> providers = new ArrayList<>();
    List<Section> listed = section.sections("providers");
    for (Section each : listed) {
      provider(each).ifPresent(providers::add);
    }
    Secret encryptionKey = SecretReference.read(section, "encryptionKey");
    if (encryptionKey != null && encryptionKey.reveal().length() < MIN_KEY) {
      section.problem(
          "encryptionKey", "a short secret (expected: at least " + MIN_KEY + " characters)");
    }
    if (providers.size() < listed.size()) {
      // Reported already; a check of the whole would add a problem that is none.
      return usual;
    }
    return section
        .build(() -> new SignOnConfig(
            Local.valueOf(constant(section.text("local", "on"))),
            section.has("breakGlass")
                ? Set.copyOf(section.texts("breakGlass"))
                : SignOnConfig.DEFAULT_BREAK_GLASS,
            SecondFactor.valueOf(constant(section.text("secondFactor", "optional"))),
            Set.copyOf(section.texts("secondFactorRoles")),
            section.text("relyingPartyId"),
            encryptionKey,
            providers))
        .orElse(usual);
  }

  private static Optional<SignOnConfig.Provider> provider(Section section) {
    String issuer = OidcReader.issuer(section);
    Secret secret = SecretReference.read(section, "clientSecret");
    boolean hasSecret = secret != null || !section.has("clientSecret");
    if (issuer == null || !hasSecret) {
      return Optional.empty();
    }
    List<Mapping> mapping = new ArrayList<>();
    for (Section each : section.sections("mapping")) {
      each.build(
              () -> new Mapping(each.text("group", ""), each.text("role", ""), each.texts("sites")))
          .ifPresent(mapping::add);
    }
    String name = section.text("name", "");
    return section.build(() -> new SignOnConfig.Provider(
        name,
        section.text("title", name),
        new OidcClient(
            issuer,
            section.text("clientId", ""),
            secret,
            section.has("scopes") ? section.texts("scopes") : DEFAULT_SCOPES,
            section.has("algorithms") ? section.texts("algorithms") : JwtPolicy.DEFAULT_ALGORITHMS,
            JwtPolicy.DEFAULT_SKEW,
            section.flag("userInfo", false)),
        Users.valueOf(constant(section.text("users", "existing"))),
        section.text("userClaim", "email"),
        section.flag("requireVerifiedEmail", true),
        section.text("groupsClaim", "groups"),
        mapping,
        section.flag("endsWithToken", false),
        section.flag("logoutAtProvider", true)));
  }

  /** Returns the name of an enum constant. The schema lists the same words in lower case with dashes. */
  private static String constant(String word) {
    return word.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
