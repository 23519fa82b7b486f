package io.lychgate.gateway.store;

/**
 * Sums of the page views of one period with the same attributes.
 *
 * @param start ms since 1970
 * @param counts views, failed, truncated, abandoned, unreported
 * @param sketches the distributions of the metrics, coded
 */
@SuppressWarnings("ArrayRecordComponent") // Written once, never compared.
public record TimingRow(long start, Key key, long[] counts, byte[] sketches) {
  /** The attributes. */
  public record Key(String site, String page, String protocol, String cacheState, String device) {}

  /** The columns of {@link #counts}. */
  public enum Count {
    VIEWS,
    FAILED,
    TRUNCATED,
    ABANDONED,
    UNREPORTED
  }
}
