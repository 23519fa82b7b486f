/**
 * Sign-in beyond a password: second factors, and OpenID Providers. Start with {@link io.lychgate.gateway.admin.signon.SecondStep} and
 * {@link io.lychgate.gateway.admin.signon.ProviderResource}.
 */
@NullMarked
package io.lychgate.gateway.admin.signon;

import org.jspecify.annotations.NullMarked;
