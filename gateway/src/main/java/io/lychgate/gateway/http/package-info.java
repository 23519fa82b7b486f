/**
 * Semantics of HTTP that several policies and protocols share: caching, conditions, ranges, content codings; and header fields in
 * the forms that Netty's codecs need.
 *
 * <p>Pure functions over the values of {@code message}. Ground: depends on {@code message}, {@code config} and the core only.
 */
@NullMarked
package io.lychgate.gateway.http;

import org.jspecify.annotations.NullMarked;
