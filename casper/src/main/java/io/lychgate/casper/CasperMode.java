package io.lychgate.casper;

/** The two cookie formats. */
public enum CasperMode {
  /** Our own cookie {@code lychgate_casper}: versioned keys, ageing, a Rice parameter that suits the set. */
  NATIVE,
  /** H2O's cookie {@code h2o_casper}, octet by octet. */
  H2O
}
