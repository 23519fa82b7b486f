/** Delivers the admin UI, which is a jar of static files built elsewhere. */
@NullMarked
package io.lychgate.gateway.admin.ui;

import org.jspecify.annotations.NullMarked;
