package io.lychgate.gateway.push;

import io.lychgate.casper.CasperMode;
import io.lychgate.casper.CasperParameters;
import io.lychgate.casper.PushMode;
import io.lychgate.casper.PushPolicy;
import io.lychgate.casper.TrackedTypes;
import io.lychgate.gateway.config.CasperConfig;
import io.lychgate.gateway.config.EarlyHintsConfig;
import io.lychgate.gateway.config.PushConfig;
import io.lychgate.gateway.message.Treatment;
import java.util.List;

/**
 * The {@code push} part of the configuration, converted to the types of the core.
 *
 * @param remembers true if a cookie is used; without one only the connection's diary prevents sending a resource twice
 * @param blockingTypes media types that H2O's mode tracks unless it tracks all
 * @param earlyHints the earliest time of a 103
 */
public record PushSettings(
    PushPolicy policy,
    CasperParameters parameters,
    boolean remembers,
    List<String> blockingTypes,
    EarlyHintsConfig earlyHints) {
  /** Maximum number of pushes in H2O: its limit on requests in progress per connection, minus the page itself. */
  private static final int H2O_MAX_PUSHES = 99;

  /**
   * Returns the settings of this configuration. In H2O mode pushes have H2O's limits, and Save-Data is ignored, because H2O does
   * not know it. {@code trackedTypes} applies in that mode only, since the native cookie records exactly what manifests and links
   * name. {@code capacityBits} applies in H2O mode, and in native mode only to cookies that clients still hold from H2O.
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

  /** Returns these settings with the values that an experiment sets. */
  public PushSettings with(Treatment treatment) {
    PushMode mode = policy.mode();
    boolean pushes = treatment.push() == null
        ? mode == PushMode.AUTO || mode == PushMode.PUSH
        : treatment.push();
    boolean hints = treatment.hints() == null
        ? mode == PushMode.AUTO || mode == PushMode.HINTS
        : treatment.hints();
    PushMode chosen =
        pushes ? hints ? PushMode.AUTO : PushMode.PUSH : hints ? PushMode.HINTS : PushMode.OFF;
    return new PushSettings(
        policy.withMode(chosen),
        parameters,
        treatment.casper() == null ? remembers : treatment.casper(),
        blockingTypes,
        earlyHints);
  }

  public boolean isOff() {
    return policy.mode() == PushMode.OFF;
  }

  /** Returns true if the gateway imitates H2O, which has its own limits. */
  boolean isH2o() {
    return parameters.mode() == CasperMode.H2O;
  }
}
