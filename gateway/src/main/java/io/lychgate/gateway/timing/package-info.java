/**
 * The timings of real visitors: which page views are measured, the script and its reports, and their sums. docs/how-to/real-user-timings.md
 * defines every figure.
 *
 * <pre>
 *   page:   MeasuredPages (Server-Timing, the script) --&gt; ViewSeal: the view id, which has all that a report needs
 *   report: ReportReader --&gt; PageTimings.receive: who sent it, is it plausible --&gt; a bounded queue
 *   thread: TimingWriter: joins page and report, refuses replays --&gt; store/ViewSamples, SumWindow
 * </pre>
 *
 * <p>Event loops only read, check and enqueue.
 */
@NullMarked
package io.lychgate.gateway.timing;

import org.jspecify.annotations.NullMarked;
