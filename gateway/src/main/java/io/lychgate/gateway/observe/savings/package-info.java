/**
 * Savings of connections, handshakes and CPU time by HTTP/2 and HTTP/3. {@link io.lychgate.gateway.observe.savings.SavingsTerm}
 * defines each number.
 */
@NullMarked
package io.lychgate.gateway.observe.savings;

import org.jspecify.annotations.NullMarked;
