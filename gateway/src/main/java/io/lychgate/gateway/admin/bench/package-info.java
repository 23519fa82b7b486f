/** Links to the bench pages of sites. */
@NullMarked
package io.lychgate.gateway.admin.bench;

import org.jspecify.annotations.NullMarked;
