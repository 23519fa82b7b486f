/** The commands that call a gateway over its admin API, made from the contract: one for each operation. */
@NullMarked
package io.lychgate.gateway.remote;

import org.jspecify.annotations.NullMarked;
