package io.lychgate.gateway.files;

import io.lychgate.gateway.http.ByteRange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A multipart/byteranges body (RFC 9110 14.6): its parts, and the boundary between them. */
record Multipart(String boundary, List<BodyPart> parts) {

  static Multipart of(List<ByteRange> ranges, Representation chosen) {
    // 128 random bits: no file contains them, and no author of a file can predict them.
    ThreadLocalRandom random = ThreadLocalRandom.current();
    String boundary = Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
    List<BodyPart> parts = new ArrayList<>();
    String before = "--";
    for (ByteRange range : ranges) {
      parts.add(new BodyPart.Text(
          before + boundary + "\r\ncontent-type: " + chosen.type() + "\r\ncontent-range: "
              + FileResponse.contentRange(range, chosen.length()) + "\r\n\r\n"));
      parts.add(new BodyPart.Bytes(range));
      before = "\r\n--";
    }
    parts.add(new BodyPart.Text("\r\n--" + boundary + "--\r\n"));
    return new Multipart(boundary, parts);
  }

  String type() {
    return "multipart/byteranges; boundary=" + boundary;
  }

  long length() {
    long sum = 0;
    for (BodyPart part : parts) {
      sum += part.length();
    }
    return sum;
  }
}
