package io.lychgate.casper;

/**
 * The operator's limits on early sending.
 *
 * @param maxHints maximum number of resources in one 103
 * @param maxPushes maximum number of pushes for one page
 * @param pushBudgetBytes maximum bytes of bodies pushed ahead of one page
 * @param honoursSaveData true if {@code Save-Data: on} stops all early sending
 */
public record PushPolicy(
    PushMode mode, int maxHints, int maxPushes, long pushBudgetBytes, boolean honoursSaveData) {
  /** Returns the defaults. 16 hints are about 800 bytes of fields; the head of a page can use 32 pushes and 512 KiB. */
  public static PushPolicy defaults() {
    return new PushPolicy(PushMode.AUTO, 16, 32, 512 * 1024, true);
  }

  public PushPolicy withMode(PushMode other) {
    return new PushPolicy(other, maxHints, maxPushes, pushBudgetBytes, honoursSaveData);
  }
}
