package io.lychgate.gateway.auth;

import io.lychgate.gateway.message.Identity;

/** A sender of whom only the name is known. */
record NamedIdentity(String name, String scheme) implements Identity {}
