/**
 * {@code lychgate doctor}: diagnoses this machine or a site step by step, from outside. It makes real handshakes and reads settings
 * of the kernel. It needs no running gateway. If one runs here, the doctor reads the round trips of its clients from its
 * admin plane.
 *
 * <p>Start with {@code Http3Diagnosis}: its {@code run} lists the steps. Outermost layer: it depends on the configuration, the store,
 * and a probe of {@code observe}, not on the data path.
 */
@NullMarked
package io.lychgate.gateway.doctor;

import org.jspecify.annotations.NullMarked;
