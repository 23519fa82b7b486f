/** Rules for the users of the admin plane: sessions, passwords, certificates. */
@NullMarked
package io.lychgate.gateway.config.account;

import org.jspecify.annotations.NullMarked;
