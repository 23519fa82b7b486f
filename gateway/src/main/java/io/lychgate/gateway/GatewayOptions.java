package io.lychgate.gateway;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The options of a start besides the configuration.
 *
 * @param configFile shown in the admin plane
 * @param adminPasswordFile its first line becomes the password of the user {@code admin}; null lets the first start create one
 */
public record GatewayOptions(String configFile, @Nullable Path adminPasswordFile) {}
