package io.lychgate.gateway.push;

import io.lychgate.casper.CasperMode;
import io.lychgate.casper.CasperParameters;
import io.lychgate.casper.PushMode;
import io.lychgate.casper.PushPolicy;
import io.lychgate.casper.TrackedTypes;
import io.lychgate.gateway.config.CasperConfig;
import io.lychgate.gateway.config.EarlyHintsConfig;
import io.lychgate.gateway.config.PushConfig;
import java.util.List;

/**
 * The {@code push} part of the configuration in the words of the core.
 *
 * @param remembers whether there is a cookie; without one only the connection's diary keeps things from being sent twice
 * @param blockingTypes media types that H2O's mode tracks unless it tracks all
 * @param earlyHints the earliest time of a 103
 */
public record PushSettings(
    PushPolicy policy,
    CasperParameters parameters,
    boolean remembers,
    List<String> blockingTypes,
    EarlyHintsConfig earlyHints) {
  /** H2O: requests in progress on a connection, less the page itself. */
  private static final int H2O_MAX_PUSHES = 99;

  /**
   * The settings of this configuration. In H2O mode pushes have H2O's limits instead of ours and Save-Data, which H2O does
   * not know, is not honoured; {@code trackedTypes} counts in that mode only, since the native cookie remembers what
   * manifests and links name; so does {@code capacityBits}, but for the cookies that visitors bring along from H2O.
   */
  public static PushSettings of(PushConfig config) {
    CasperConfig casper = config.casper();
    PushMode mode = PushMode.valueOf(config.mode().name());
    boolean remembers = casper.mode() != CasperConfig.Mode.OFF;
    if (casper.mode() == CasperConfig.Mode.H2O) {
      PushPolicy policy =
          new PushPolicy(mode, config.maxHints(), H2O_MAX_PUSHES, Long.MAX_VALUE / 2, false);
      TrackedTypes tracked = TrackedTypes.valueOf(casper.trackedTypes().name());
      return new PushSettings(
          policy,
          CasperParameters.h2o(casper.capacityBits(), tracked),
          true,
          casper.blockingTypes(),
          config.earlyHints());
    }
    CasperParameters defaults = CasperParameters.defaults();
    CasperParameters parameters = new CasperParameters(
        CasperMode.NATIVE,
        defaults.capacityBits(),
        TrackedTypes.ALL,
        casper.cookieMaxBytes(),
        defaults.maxAgeSeconds(),
        casper.capacityBits());
    PushPolicy policy =
        new PushPolicy(mode, config.maxHints(), config.maxPushes(), config.budgetBytes(), true);
    return new PushSettings(
        policy, parameters, remembers, casper.blockingTypes(), config.earlyHints());
  }

  public boolean isOff() {
    return policy.mode() == PushMode.OFF;
  }

  /** Whether H2O is imitated, which has limits of its own. */
  public boolean isH2o() {
    return parameters.mode() == CasperMode.H2O;
  }
}
