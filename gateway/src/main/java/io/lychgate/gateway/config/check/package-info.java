/**
 * Checks of values that an operator wrote: limits with their reasons, and problems with their places. Start at {@link
 * io.lychgate.gateway.config.check.Limits}: it has the numbers.
 */
@NullMarked
package io.lychgate.gateway.config.check;

import org.jspecify.annotations.NullMarked;
