package io.lychgate.gateway.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values that experiments set for one exchange in place of the configuration. Null leaves the configuration in force.
 *
 * @param protocol the newest protocol that the client is offered: {@code h1}, {@code h2} or {@code h3}
 * @param push true to push, false not to push
 * @param hints true to send hints, false to send none
 * @param casper true to remember with a cookie which assets a visitor holds
 * @param reprioritizes true to raise assets that block the first paint
 * @param congestion the kernel's name of a congestion control for TCP
 * @param codings the content codings that the gateway may apply; none of them is allowed if it is empty
 * @param upstream the side of a route's split
 */
public record Treatment(
    @Nullable String protocol,
    @Nullable Boolean push,
    @Nullable Boolean hints,
    @Nullable Boolean casper,
    @Nullable Boolean reprioritizes,
    @Nullable String congestion,
    @Nullable List<String> codings,
    @Nullable String upstream) {
  /** Leaves the whole configuration in force. */
  public static final Treatment NONE =
      new Treatment(null, null, null, null, null, null, null, null);

  public Treatment {
    codings = codings == null ? null : List.copyOf(codings);
  }

  /** Returns true if everything is as the configuration states it. */
  public boolean isNone() {
    return equals(NONE);
  }

  /** Returns true if it changes what goes ahead of a page. */
  public boolean changesEarly() {
    return push != null || hints != null || casper != null;
  }

  /** Returns these values, and those of another treatment where this one has none. */
  public Treatment or(Treatment other) {
    return new Treatment(
        protocol == null ? other.protocol : protocol,
        push == null ? other.push : push,
        hints == null ? other.hints : hints,
        casper == null ? other.casper : casper,
        reprioritizes == null ? other.reprioritizes : reprioritizes,
        congestion == null ? other.congestion : congestion,
        codings == null ? other.codings : codings,
        upstream == null ? other.upstream : upstream);
  }
}
