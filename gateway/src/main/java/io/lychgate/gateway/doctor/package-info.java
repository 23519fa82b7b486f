/**
 * {@code lychgate doctor}: what keeps this machine or a site from doing what its operator wants, step by step, from outside. It
 * asks by real handshakes and reads what the kernel says; a running gateway is not needed, and not asked for its state.
 *
 * <p>Start with {@code Http3Diagnosis}: its {@code run} lists the steps. Edge of the gateway: knows the configuration only.
 */
@NullMarked
package io.lychgate.gateway.doctor;

import org.jspecify.annotations.NullMarked;
