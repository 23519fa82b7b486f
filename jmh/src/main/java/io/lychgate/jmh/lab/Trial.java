package io.lychgate.jmh.lab;

import java.io.IOException;

/** One sample to take over the link. */
public interface Trial<T> {

  /** Name of the sample in the message of a failure. */
  String title();

  /** Shape of the link during the sample. */
  LinkShape shape();

  /** Sets the link's shape and takes the sample. A failure is an exception, and is retried. */
  T take() throws IOException;
}
