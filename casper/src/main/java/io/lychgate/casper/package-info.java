/**
 * What to send early, and what the client already has. Pure Java: knows no socket, no Netty, no JSON.
 *
 * <p>Start with {@link io.lychgate.casper.PushDecider}: it says push, hint or skip for every candidate of a page. What
 * the client holds is a {@link io.lychgate.casper.CacheFingerprint}; it travels in a cookie that
 * {@link io.lychgate.casper.CasperCookie} reads and writes, in H2O's format or in our own.
 *
 * <p>Arrow: this module depends on {@code java.*} only.
 */
@NullMarked
package io.lychgate.casper;

import org.jspecify.annotations.NullMarked;
