package io.lychgate.casper;

/**
 * What the operator allows.
 *
 * @param maxHints the most resources in one 103
 * @param maxPushes the most pushes for one page
 * @param pushBudgetBytes the most bytes of bodies pushed ahead of one page
 * @param honoursSaveData whether {@code Save-Data: on} stops everything
 */
public record PushPolicy(
    PushMode mode, int maxHints, int maxPushes, long pushBudgetBytes, boolean honoursSaveData) {
  /** 16 hints are about 800 octets of fields; 32 pushes and 512 KiB are what a page's head can use. */
  public static PushPolicy defaults() {
    return new PushPolicy(PushMode.AUTO, 16, 32, 512 * 1024, true);
  }

  public PushPolicy withMode(PushMode other) {
    return new PushPolicy(other, maxHints, maxPushes, pushBudgetBytes, honoursSaveData);
  }
}
