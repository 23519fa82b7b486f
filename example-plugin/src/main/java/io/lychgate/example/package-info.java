/** Plug-ins to start from: one of each kind. */
@NullMarked
package io.lychgate.example;

import org.jspecify.annotations.NullMarked;
