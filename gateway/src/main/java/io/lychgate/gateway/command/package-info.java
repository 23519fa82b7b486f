/** Parts that commands of several packages share: the file that a command writes, and its options. */
@NullMarked
package io.lychgate.gateway.command;

import org.jspecify.annotations.NullMarked;
