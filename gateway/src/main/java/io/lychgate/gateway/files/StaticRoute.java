package io.lychgate.gateway.files;

import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * The files of a route, ready for use.
 *
 * @param root the only object for equal roots, so that keys usually compare by identity
 * @param cacheControl null for none
 */
record StaticRoute(FileRoot root, @Nullable AsciiString cacheControl) {}
