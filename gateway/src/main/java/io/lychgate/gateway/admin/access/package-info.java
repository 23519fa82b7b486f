/**
 * Who may speak to the admin plane: passwords, login throttle, session cookie, checks against cross-site requests and
 * DNS rebinding, and the certificate that the gateway signs itself.
 */
@NullMarked
package io.lychgate.gateway.admin.access;

import org.jspecify.annotations.NullMarked;
