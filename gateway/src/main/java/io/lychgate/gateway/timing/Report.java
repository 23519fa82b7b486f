package io.lychgate.gateway.timing;

/**
 * The report of a page on its view, as its script has sent it.
 *
 * @param viewId from the Server-Timing of the page
 * @param parts {@link io.lychgate.gateway.store.ViewSample#LOAD}, {@code END}, or both
 * @param isHidden true if the tab was in the background before the page was painted
 * @param isLoaded true if the page has loaded
 * @param times in the order of {@link io.lychgate.gateway.store.ViewSample#TIMES}, NaN where one is missing
 * @param hasAbsurdNumber true if a number was not finite
 * @param nextHop protocol by the browser
 * @param network class of the network by the browser
 * @param bytes bytes of the body that came; -1 if unknown
 * @param statics resources of the own origin that the page has loaded
 * @param fromCache those of them that needed no request
 * @param revalidated those of them that a 304 has confirmed
 * @param failed resources of the own origin that failed
 * @param early resources that a 103 has started
 * @param resources times of single resources
 */
@SuppressWarnings("ArrayRecordComponent") // Read once, never compared.
record Report(
    String viewId,
    int parts,
    boolean isHidden,
    boolean isLoaded,
    double[] times,
    boolean hasAbsurdNumber,
    String nextHop,
    String network,
    long bytes,
    int statics,
    int fromCache,
    int revalidated,
    int failed,
    int early,
    ReportedResources resources) {}
