/** Latency of ordinary requests while a gateway is attacked, beside other gateways: {@code lychgate bench abuse}. */
@NullMarked
package io.lychgate.jmh.abuse;

import org.jspecify.annotations.NullMarked;
