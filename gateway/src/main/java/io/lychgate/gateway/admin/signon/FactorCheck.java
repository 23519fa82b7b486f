package io.lychgate.gateway.admin.signon;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.signon.Passkeys.Place;
import io.lychgate.gateway.config.SignOnConfig;
import io.lychgate.gateway.store.SecondFactorStore.Totp;
import io.lychgate.gateway.store.Store;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The checks of second factors, shared by the sign-in and by the registration of factors. */
public final class FactorCheck {
  private static final Logger LOG = LoggerFactory.getLogger(FactorCheck.class);

  /** Binds a sealed secret to its use. Not to the name of the user, which may change. */
  private static final String OWNER = "totp";

  private final SignOnConfig config;
  private final InstantSource clock;
  private final SignOnSecrets secrets;
  private final CodeThrottle throttle;
  private final SecureRandom random = new SecureRandom();

  /** Loads the library of WebAuthn with the first use. */
  private static final class Keys {
    static final Passkeys INSTANCE = new Passkeys();
  }

  /** Loads the library of codes with the first use. */
  private static final class Codes {
    static final TotpCodes INSTANCE = new TotpCodes();
  }

  public FactorCheck(SignOnConfig config, InstantSource clock) {
    this.config = config;
    this.clock = clock;
    this.secrets = new SignOnSecrets(config);
    this.throttle = new CodeThrottle(clock);
  }

  SignOnConfig config() {
    return config;
  }

  SignOnSecrets secrets() {
    return secrets;
  }

  InstantSource clock() {
    return clock;
  }

  static Passkeys keys() {
    return Keys.INSTANCE;
  }

  /** Returns the place of keys for the host of a call. */
  Place place(Call call) {
    AdminOrigin origin = AdminOrigin.of(call);
    String configured = config.relyingPartyId();
    return new Place(origin.origin(), configured == null ? origin.host() : configured);
  }

  /** Waits are the longer, the more tries of the user failed. */
  void passThrottle(String user) {
    Duration wait = throttle.attempt(user);
    if (!wait.isZero()) {
      throw ProblemException.tooManyAttempts(wait);
    }
  }

  void succeeded(String user) {
    throttle.succeeded(user);
  }

  /** Begins codes of an app: returns the secret, which is shown once. */
  String beginTotp(Store store, String user) {
    String secret = TotpCodes.newSecret(random);
    if (!store.secondFactors().beginTotp(user, secrets.seal(store, OWNER, secret))) {
      throw new ProblemException(
          ProblemCode.CONFLICT, "codes of an app: in use (expected: removed first)");
    }
    return secret;
  }

  /** Returns true if a code fits the secret that the user has not confirmed yet. Confirms it. */
  boolean confirmTotp(Call call, String user, String code) {
    Store store = call.store();
    Totp totp =
        store.secondFactors().totp(user).filter(each -> !each.isConfirmed()).orElse(null);
    if (totp == null) {
      throw new ProblemException(
          ProblemCode.CONFLICT, "codes of an app: not begun (expected: POST first)");
    }
    OptionalLong step = Codes.INSTANCE.stepOf(opened(store, user, totp), code, clock.instant());
    return step.isPresent()
        && store
            .secondFactors()
            .confirmTotp(user, totp.sealed(), step.getAsLong(), call.actor(user));
  }

  /** Returns true if a code is right, and no code of its time step or a later one was used. */
  boolean useTotp(Store store, String user, String code) {
    Totp totp = store.secondFactors().totp(user).filter(Totp::isConfirmed).orElse(null);
    if (totp == null) {
      return false;
    }
    OptionalLong step = Codes.INSTANCE.stepOf(opened(store, user, totp), code, clock.instant());
    return step.isPresent() && store.secondFactors().useStep(user, step.getAsLong());
  }

  private String opened(Store store, String user, Totp totp) {
    try {
      return secrets.open(store, OWNER, totp.sealed());
    } catch (GeneralSecurityException e) {
      LOG.error(
          "second factor of {}: its secret cannot be decrypted; check admin.signOn.encryptionKey, or reset it"
              + " by: lychgate user reset --second-factor",
          user);
      throw new ProblemException(
          ProblemCode.CONFLICT,
          "codes of an app: cannot be checked here (expected: the admin.signOn.encryptionKey of its beginning)");
    }
  }
}
