package io.lychgate.jmh.lab;

import java.io.IOException;

/** One sample to be taken over the link. */
public interface Trial<T> {

  /** What is said of it when it fails. */
  String title();

  /** What the link is like while it is taken. */
  LinkShape shape();

  /** Gives the link that shape and takes the sample; a failure is an exception, and is tried again. */
  T take() throws IOException;
}
