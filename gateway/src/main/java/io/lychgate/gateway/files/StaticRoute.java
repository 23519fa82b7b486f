package io.lychgate.gateway.files;

import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * A route's files, ready for use.
 *
 * @param root the one object for equal roots, so that keys mostly compare by identity
 * @param cacheControl null for none
 */
record StaticRoute(FileRoot root, @Nullable AsciiString cacheControl) {}
