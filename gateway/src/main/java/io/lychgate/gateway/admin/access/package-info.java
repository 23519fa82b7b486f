/**
 * Access to the admin plane: passwords, sign-in throttle, session cookie, checks against cross-site requests and DNS rebinding, and
 * the self-signed certificate.
 */
@NullMarked
package io.lychgate.gateway.admin.access;

import org.jspecify.annotations.NullMarked;
