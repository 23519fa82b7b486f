package io.lychgate.casper;

/** Everything about a page request that decides what is sent early with it, the candidates apart. */
public record PushContext(
    PageRequest request,
    ClientAbilities client,
    PushPolicy policy,
    CacheFingerprint fingerprint,
    PushDiary diary) {}
