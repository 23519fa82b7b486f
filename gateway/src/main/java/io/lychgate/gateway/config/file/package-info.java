/**
 * Makes a {@link io.lychgate.gateway.config.GatewayConfig} of {@code gateway.yaml}, or says what is wrong with it and where;
 * and watches the file. Start at {@link io.lychgate.gateway.config.file.ConfigReader}.
 *
 * <p>Three passes: placeholders and schema ({@code config.yaml}), values by section (the {@code ...Reader} classes), and what
 * only the whole can tell ({@link io.lychgate.gateway.config.file.CrossChecks}).
 */
@NullMarked
package io.lychgate.gateway.config.file;

import org.jspecify.annotations.NullMarked;
