/**
 * Decides which resources to send early, and tracks which of them the client already holds. Pure Java, independent of sockets,
 * Netty and JSON.
 *
 * <p>Start with {@link io.lychgate.casper.PushDecider}: it chooses push, hint or skip for every candidate of a page. A {@link
 * io.lychgate.casper.CacheFingerprint} is the set of resources that the client holds. It travels in a cookie that {@link
 * io.lychgate.casper.CasperCookie} reads and writes, in H2O's format or in the native one.
 *
 * <p>Dependency: this module depends on {@code java.*} only.
 */
@NullMarked
package io.lychgate.casper;

import org.jspecify.annotations.NullMarked;
