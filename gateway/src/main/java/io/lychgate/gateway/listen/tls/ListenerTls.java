package io.lychgate.gateway.listen.tls;

/**
 * The TLS of one listener.
 *
 * @param identities its certificates
 * @param owned the names of the certificates of all listeners
 * @param secrets the secrets from which it makes keys of session tickets and tokens
 */
public record ListenerTls(TlsIdentities identities, OwnedNames owned, SharedSecrets secrets) {}
