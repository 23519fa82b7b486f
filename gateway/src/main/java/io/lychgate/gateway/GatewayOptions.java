package io.lychgate.gateway;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a start needs besides the configuration.
 *
 * @param configFile shown in the admin plane
 * @param adminPasswordFile its first line becomes the password of the user {@code admin}; null lets the first start make one
 */
public record GatewayOptions(String configFile, @Nullable Path adminPasswordFile) {}
