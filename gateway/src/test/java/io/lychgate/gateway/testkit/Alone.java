package io.lychgate.gateway.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A story ({@code …IT}) that measures a time, or an order that depends on the time. No other test runs beside it. All other stories
 * run in several JVMs side by side, so they bind only ports that the system chooses and write only into folders of their own. A story on
 * an order that a busy machine cannot change belongs to these, for instance the order of frames behind a window that was closed.
 */
@Tag("alone")
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Alone {}
