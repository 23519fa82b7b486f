/**
 * Page loads in real browsers over an emulated link, beside H2O on the same page in the same run.
 *
 * <p>Start at {@link io.lychgate.jmh.page.PageBench}; the order of a run is {@code lab.Rounds}. The page is {@code
 * SamplePage}, the servers under test are the {@code PageServer}s, and the browsers are driven by {@code jmh/page/browse.mjs}.
 */
@NullMarked
package io.lychgate.jmh.page;

import org.jspecify.annotations.NullMarked;
