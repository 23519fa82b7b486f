package io.lychgate.casper;

/** The properties of a page request that decide which resources are sent early, except the candidates. */
public record PushContext(
    PageRequest request,
    ClientAbilities client,
    PushPolicy policy,
    CacheFingerprint fingerprint,
    PushDiary diary) {}
