package io.lychgate.gateway.publish;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a dry run.
 *
 * @param recording the present mode of recording: off, paths or targets
 * @param from beginning of the oldest hour that counts; null if nothing is recorded
 * @param views page views that were recorded
 * @param evaluated page views that the decision was run for
 * @param exact true if every recorded page view was evaluated; otherwise numbers are estimates from a random part
 * @param undecided page views of rules whose conditions read what is not recorded
 * @param bytesPerView change of the hinted bytes of a page view that either version matches
 * @param sentence the result for people
 * @param pages the pages with the largest change, at most 20
 * @param notes the limits of the numbers
 */
public record DryRunReport(
    String recording,
    @Nullable Instant from,
    Instant to,
    long views,
    long evaluated,
    boolean exact,
    long undecided,
    Side before,
    Side after,
    long bytesPerView,
    String sentence,
    List<PageChange> pages,
    List<String> notes) {

  public DryRunReport {
    pages = List.copyOf(pages);
    notes = List.copyOf(notes);
  }

  /**
   * One version of the manifest.
   *
   * @param matched page views with an entry of this manifest in their plan
   * @param hinted page views with a 103 response that names at least one of its entries
   * @param hints hinted entries
   * @param hintedBytes bytes of their bodies, as far as known
   * @param unknownSizes hinted entries whose size is not known yet
   */
  public record Side(long matched, long hinted, long hints, long hintedBytes, long unknownSizes) {}

  /** @param host with the port if the request had one */
  public record PageChange(
      String host, String path, long views, long hintsBefore, long hintsAfter) {}
}
