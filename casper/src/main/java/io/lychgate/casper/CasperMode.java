package io.lychgate.casper;

/** The two cookie formats. */
public enum CasperMode {
  /** The native cookie {@code lychgate_casper}: versioned keys, ageing, and a Rice parameter chosen for the set. */
  NATIVE,
  /** H2O's cookie {@code h2o_casper}, identical byte for byte. */
  H2O
}
