package io.lychgate.gateway.observe.count;

/** The status codes of gRPC as values of a tag: the numbers 0-16, and one more for everything else. */
public final class GrpcCodes {
  private static final int KNOWN = 17;

  /** Number of values. */
  public static final int COUNT = KNOWN + 1;

  private GrpcCodes() {}

  public static int indexOf(int code) {
    return code >= 0 && code < KNOWN ? code : KNOWN;
  }

  public static String tag(int index) {
    return index < KNOWN ? Integer.toString(index) : "other";
  }
}
