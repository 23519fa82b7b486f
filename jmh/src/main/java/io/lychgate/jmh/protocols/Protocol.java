package io.lychgate.jmh.protocols;

/** Protocol of the client. */
enum Protocol {
  HTTP_1("h1", "HTTP/1.1"),
  HTTP_2("h2", "HTTP/2"),
  HTTP_3("h3", "HTTP/3");

  private final String id;
  private final String title;

  Protocol(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** Name for the client. */
  String id() {
    return id;
  }

  String title() {
    return title;
  }
}
