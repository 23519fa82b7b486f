/**
 * The gateway's configuration as values: what gateway.yaml says, checked, with every default filled in. Start at {@link
 * io.lychgate.gateway.config.GatewayConfig}; numbers and their reasons are in {@link io.lychgate.gateway.config.Limits}.
 *
 * <p>Ground layer: sees the JDK and RE2/J only. {@code config.yaml} reads any YAML document against a JSON Schema; {@code
 * config.file} makes a {@code GatewayConfig} of a file and watches it.
 */
@NullMarked
package io.lychgate.gateway.config;

import org.jspecify.annotations.NullMarked;
