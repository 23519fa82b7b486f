/**
 * {@code lychgate simulate}: a synthetic population that visits a running gateway, from outside. It shows the whole chain from traffic to the
 * verdict of an experiment without the public.
 *
 * <p>Start with {@code Simulation}: its {@code run} sends the visitors. Outermost layer: it depends on no part of the data path, because it
 * is a client.
 */
@NullMarked
package io.lychgate.gateway.simulate;

import org.jspecify.annotations.NullMarked;
