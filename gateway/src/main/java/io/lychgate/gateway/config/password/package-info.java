/** Hashes of passwords in files and in the store. */
@NullMarked
package io.lychgate.gateway.config.password;

import org.jspecify.annotations.NullMarked;
