package io.lychgate.gateway.config.account;

import java.nio.file.Path;

/**
 * The certificates of clients of the admin listener. A certificate admits to the listener only; each operation needs a login or a token
 * as before.
 *
 * @param caFile PEM file of the authorities that issue them
 * @param require false to accept clients without a certificate
 */
public record ClientCertificates(Path caFile, boolean require) {}
