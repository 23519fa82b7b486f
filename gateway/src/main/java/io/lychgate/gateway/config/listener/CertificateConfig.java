package io.lychgate.gateway.config.listener;

import java.nio.file.Path;

/** PEM files of one identity: the chain, leaf first, and the private key of the leaf. */
public record CertificateConfig(Path chain, Path key) {}
