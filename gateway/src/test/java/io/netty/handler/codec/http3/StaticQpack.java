package io.netty.handler.codec.http3;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Field sections as Netty codes them without a dynamic table. It is in Netty's package because the codec is package-private. */
public final class StaticQpack {
  private StaticQpack() {}

  public static ByteBuf encode(List<Map.Entry<String, String>> fields) {
    Http3Headers headers = new DefaultHttp3Headers(false);
    fields.forEach(field -> headers.add(field.getKey(), field.getValue()));
    ByteBuf out = Unpooled.buffer();
    new QpackEncoder(null)
        .encodeHeaders(new QpackAttributes(null, true), out, ByteBufAllocator.DEFAULT, 0, headers);
    return out;
  }

  public static List<Map.Entry<String, String>> decode(ByteBuf section) throws Exception {
    List<Map.Entry<String, String>> fields = new ArrayList<>();
    boolean isWhole = new QpackDecoder(0, 0)
        .decode(
            new QpackAttributes(null, true),
            0,
            section,
            section.readableBytes(),
            (name, value) -> fields.add(Map.entry(name.toString(), value.toString())),
            () -> {});
    if (!isWhole) {
      throw new IllegalStateException("blocked");
    }
    return fields;
  }
}
