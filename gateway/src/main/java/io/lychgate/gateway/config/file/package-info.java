/**
 * Reads a {@link io.lychgate.gateway.config.GatewayConfig} from {@code gateway.yaml}, or reports its problems with their places;
 * and watches the file. Start at {@link io.lychgate.gateway.config.file.ConfigReader}.
 *
 * <p>Three passes: placeholders and schema ({@code config.yaml}), values by section (the {@code ...Reader} classes), and checks
 * across the whole file ({@link io.lychgate.gateway.config.file.CrossChecks}).
 */
@NullMarked
package io.lychgate.gateway.config.file;

import org.jspecify.annotations.NullMarked;
