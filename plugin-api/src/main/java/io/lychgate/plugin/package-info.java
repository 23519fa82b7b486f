/**
 * The interfaces between the gateway and its plug-ins. A plug-in is a {@link io.lychgate.plugin.StepPlugin}, a {@link
 * io.lychgate.plugin.FilterPlugin} or a {@link io.lychgate.plugin.SelectionPlugin}, which {@code
 * META-INF/services/io.lychgate.plugin.Plugin} of its jar names.
 *
 * <p>The gateway calls a plug-in on its event loops, several at a time. A call that takes longer than 50 ms holds up all connections of
 * its loop, so slow work belongs on {@link io.lychgate.plugin.PluginContext#executor}.
 */
@NullMarked
package io.lychgate.plugin;

import org.jspecify.annotations.NullMarked;
