/**
 * The rules of H2O 2.2.5 for what is pushed and remembered ({@code casper.mode: h2o}), apart from our own: how it reads Link
 * fields, which responses enter the set, when the cookie goes out. {@code docs/how-to/casper-h2o.md} lists
 * where we differ, and why.
 *
 * <p>Values in here; what is sent, and in which order, is carried out by {@code exchange/H2oPage}.
 */
@NullMarked
package io.lychgate.gateway.push.h2o;

import org.jspecify.annotations.NullMarked;
