/** The certificates of the listeners, for operators. */
@NullMarked
package io.lychgate.gateway.admin.certificate;

import org.jspecify.annotations.NullMarked;
