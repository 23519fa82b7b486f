/**
 * The rules of H2O 2.2.5 for pushing and remembering ({@code casper.mode: h2o}), kept apart from the gateway's native rules: how
 * H2O reads Link fields, which responses enter the set, and when the cookie is sent. {@code docs/how-to/casper-h2o.md} lists the
 * differences and their reasons.
 *
 * <p>This package only computes values; {@code exchange/H2oPage} decides the order and sends.
 */
@NullMarked
package io.lychgate.gateway.push.h2o;

import org.jspecify.annotations.NullMarked;
