/**
 * The bench page of a site: signed-in operators load pages of the site several times and see how long each load took.
 * docs/how-to/bench-pages.md defines every figure.
 *
 * <pre>
 *   admin plane: BenchDesk.link --&gt; a link for one use, its token in the fragment
 *   site:        token --&gt; BenchDesk.redeem --&gt; a cookie of the site for one hour
 *   page:        BenchDesk.choose --&gt; the protocol of the next connections of this browser
 * </pre>
 */
@NullMarked
package io.lychgate.gateway.bench;

import org.jspecify.annotations.NullMarked;
