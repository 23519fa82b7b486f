/**
 * The gateway's configuration as values: the content of gateway.yaml, checked, with every default filled in. Start at {@link
 * io.lychgate.gateway.config.GatewayConfig}. This package has the sections that concern the whole gateway; {@code config.listener}
 * and {@code config.site} have those below {@code listeners} and {@code sites}.
 *
 * <p>Ground: this package depends on the JDK only; its subpackages have their readers of YAML, JSON Schema, certificates and regular
 * expressions. {@code config.yaml} reads any YAML document against a JSON Schema; {@code config.file} reads a {@code GatewayConfig}
 * from a file and watches the file.
 */
@NullMarked
package io.lychgate.gateway.config;

import org.jspecify.annotations.NullMarked;
