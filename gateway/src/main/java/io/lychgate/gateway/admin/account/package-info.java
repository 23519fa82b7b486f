/** Users, their sessions and tokens in the API. */
@NullMarked
package io.lychgate.gateway.admin.account;

import org.jspecify.annotations.NullMarked;
