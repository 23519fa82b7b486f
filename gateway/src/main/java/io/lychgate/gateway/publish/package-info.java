/**
 * Publishing with control: the dry run on recorded page views, publications at a time, and canaries, which some nodes run first and
 * which are judged against the others. Start with {@link io.lychgate.gateway.publish.Publisher}.
 */
@NullMarked
package io.lychgate.gateway.publish;

import org.jspecify.annotations.NullMarked;
