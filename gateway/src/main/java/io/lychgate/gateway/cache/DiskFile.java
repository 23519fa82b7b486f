package io.lychgate.gateway.cache;

import io.lychgate.gateway.http.CacheControl;
import io.lychgate.gateway.http.SharedFreshness;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.AsciiString;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The format of a stored response in a file:
 *
 * <pre>
 *   magic (4)  head length (4)  body length (4)  checksum of the head (4)  checksum of the body (4)  head  body
 * </pre>
 *
 * <p>With twins, the magic is another one. Their codings and lengths are at the end of the head, and their bytes are at the end of the
 * body, in the same order. An older gateway removes such a file as a broken one.
 *
 * <p>The head has the whole key: URL, space and selecting fields. A file of another length, with another checksum, or whose head cannot be
 * read, is no response. Checksums are for disks that lose bytes, not against people who may write to the folder.
 */
final class DiskFile {
  /** Changes with the format. */
  private static final int MAGIC = 0x4c594333;

  private static final int MAGIC_WITH_TWINS = 0x4c594334;

  /** One for each coding. */
  private static final int MAX_TWINS = 3;

  private static final int PREFIX = 20;

  /** Bytes of a head: the fields of a response, the request fields that select it, and its URL. */
  private static final int MAX_HEAD = 1024 * 1024;

  private static final int MAX_ITEMS = 10_000;

  private DiskFile() {}

  /**
   * The head of a file.
   *
   * @param arrivedMillis wall clock at the arrival of the response
   */
  record Head(
      String url,
      String space,
      int status,
      Fields fields,
      SharedFreshness freshness,
      long lifetimeSeconds,
      long arrivedMillis,
      List<AsciiString> vary,
      List<@Nullable String> sent,
      List<@Nullable String> normal,
      List<String> tags) {}

  /**
   * A head, and what is behind it.
   *
   * @param bodyLength bytes of the plain body
   */
  record Opened(Head head, int bodyLength, List<TwinLength> twins, long size) {}

  private record TwinLength(String coding, int length) {}

  /** Returns the bytes before the body. */
  static ByteBuffer prefix(Head head, StoredBody body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    DataOutputStream out = new DataOutputStream(bytes);
    write(head, out);
    boolean hasTwins = !body.twins().isEmpty();
    if (hasTwins) {
      write(body.twins(), out);
    }
    byte[] text = bytes.toByteArray();
    if (text.length > MAX_HEAD) {
      throw new IOException("head: " + text.length + " bytes (expected: at most " + MAX_HEAD + ")");
    }
    ByteBuffer prefix = ByteBuffer.allocate(PREFIX + text.length);
    prefix
        .putInt(hasTwins ? MAGIC_WITH_TWINS : MAGIC)
        .putInt(text.length)
        .putInt(body.size())
        .putInt(checksum(ByteBuffer.wrap(text)))
        .putInt(checksum(body.parts()))
        .put(text);
    return prefix.flip();
  }

  /** Reads the head of a file. Returns null if it is not whole. */
  static @Nullable Opened open(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return open(channel);
    }
  }

  private static @Nullable Opened open(FileChannel channel) throws IOException {
    ByteBuffer prefix = read(channel, PREFIX, 0);
    if (prefix == null || !isMagic(prefix.getInt(0))) {
      return null;
    }
    int headLength = prefix.getInt(4);
    int bodyLength = prefix.getInt(8);
    boolean isWhole = headLength > 0
        && headLength <= MAX_HEAD
        && bodyLength >= 0
        && channel.size() == (long) PREFIX + headLength + bodyLength;
    ByteBuffer text = isWhole ? read(channel, headLength, PREFIX) : null;
    if (text == null || checksum(text.duplicate()) != prefix.getInt(12)) {
      return null;
    }
    byte[] bytes = new byte[headLength];
    text.get(bytes);
    try {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      Head head = read(in);
      List<TwinLength> twins = prefix.getInt(0) == MAGIC ? List.of() : twins(in);
      long plain = bodyLength;
      int largest = 0;
      for (TwinLength twin : twins) {
        plain -= twin.length;
        largest = Math.max(largest, twin.length);
      }
      // A twin is smaller than its plain body.
      return plain < largest ? null : new Opened(head, (int) plain, twins, channel.size());
    } catch (IOException | RuntimeException unreadable) {
      return null;
    }
  }

  /** A response that was read. The caller owns the body. */
  record Whole(Head head, StoredBody body) {}

  /**
   * Reads a file.
   *
   * @return null if it is not whole, or larger
   * @param most bytes of a body
   */
  static @Nullable Whole read(Path file, long most) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      Opened opened = open(channel);
      ByteBuffer prefix = read(channel, PREFIX, 0);
      if (opened == null || prefix == null || opened.bodyLength > most) {
        return null;
      }
      StoredBody body = body(channel, opened, prefix.getInt(16));
      return body == null ? null : new Whole(opened.head, body);
    }
  }

  /** Reads the plain body and the twins. Returns null if their checksum is another one. */
  private static @Nullable StoredBody body(FileChannel channel, Opened opened, int checksum)
      throws IOException {
    List<ByteBuf> parts = new ArrayList<>(1 + opened.twins.size());
    boolean isWhole = false;
    try {
      long at = channel.size() - opened.bodyLength;
      for (TwinLength twin : opened.twins) {
        at -= twin.length;
      }
      isWhole = fill(parts, opened.bodyLength, channel, at);
      at += opened.bodyLength;
      for (TwinLength twin : opened.twins) {
        isWhole = isWhole && fill(parts, twin.length, channel, at);
        at += twin.length;
      }
      isWhole = isWhole && checksum(parts) == checksum;
    } finally {
      if (!isWhole) {
        parts.forEach(ByteBuf::release);
      }
    }
    if (!isWhole) {
      return null;
    }
    List<StoredBody.Twin> twins = new ArrayList<>(opened.twins.size());
    for (int i = 0; i < opened.twins.size(); i++) {
      twins.add(new StoredBody.Twin(opened.twins.get(i).coding, parts.get(i + 1)));
    }
    return new StoredBody(parts.get(0), twins);
  }

  /** Adds a part. Returns false if the file ends before. */
  private static boolean fill(List<ByteBuf> parts, int length, FileChannel channel, long from)
      throws IOException {
    if (length == 0) {
      parts.add(Unpooled.EMPTY_BUFFER);
      return true;
    }
    ByteBuf part = UnpooledByteBufAllocator.DEFAULT.directBuffer(length, length);
    parts.add(part);
    return fill(part, channel, from);
  }

  /** Returns false if the file ends before the body is full. */
  private static boolean fill(ByteBuf body, FileChannel channel, long from) throws IOException {
    while (body.isWritable()) {
      if (body.writeBytes(channel, from + body.writerIndex(), body.writableBytes()) <= 0) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable ByteBuffer read(FileChannel channel, int length, long from)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, from + bytes.position()) < 0) {
        return null;
      }
    }
    return bytes.flip();
  }

  private static boolean isMagic(int magic) {
    return magic == MAGIC || magic == MAGIC_WITH_TWINS;
  }

  private static void write(List<StoredBody.Twin> twins, DataOutputStream out) throws IOException {
    out.writeInt(twins.size());
    for (StoredBody.Twin twin : twins) {
      text(out, twin.coding());
      out.writeInt(twin.bytes().readableBytes());
    }
  }

  private static List<TwinLength> twins(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 1 || count > MAX_TWINS) {
      throw new IOException("twins: " + count + " (expected: 1-" + MAX_TWINS + ")");
    }
    List<TwinLength> twins = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      TwinLength twin = new TwinLength(text(in), in.readInt());
      if (twin.length <= 0) {
        throw new IOException("twin: " + twin.length + " bytes (expected: at least 1)");
      }
      twins.add(twin);
    }
    return twins;
  }

  private static int checksum(List<ByteBuf> parts) {
    CRC32C sum = new CRC32C();
    parts.forEach(part -> sum.update(part.nioBuffer()));
    return (int) sum.getValue();
  }

  private static int checksum(ByteBuffer bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    return (int) sum.getValue();
  }

  private static void write(Head head, DataOutputStream out) throws IOException {
    text(out, head.url);
    text(out, head.space);
    out.writeInt(head.status);
    out.writeInt(head.fields.size());
    for (int i = 0; i < head.fields.size(); i++) {
      text(out, head.fields.name(i).toString());
      text(out, head.fields.value(i).toString());
    }
    text(out, head.freshness.control().toText());
    out.writeLong(head.freshness.lifetimeSeconds());
    out.writeLong(head.freshness.ageSeconds());
    out.writeLong(head.freshness.dateSeconds());
    out.writeLong(head.freshness.modifiedSeconds());
    out.writeLong(head.lifetimeSeconds);
    out.writeLong(head.arrivedMillis);
    out.writeInt(head.vary.size());
    for (int i = 0; i < head.vary.size(); i++) {
      text(out, head.vary.get(i).toString());
      optional(out, head.sent.get(i));
      optional(out, head.normal.get(i));
    }
    out.writeInt(head.tags.size());
    for (String tag : head.tags) {
      text(out, tag);
    }
  }

  private static Head read(DataInputStream in) throws IOException {
    String url = text(in);
    String space = text(in);
    int status = in.readInt();
    Fields fields = new Fields();
    for (int i = count(in); i > 0; i--) {
      fields.add(FieldNames.canonical(text(in)), new AsciiString(text(in)));
    }
    CacheControl control = CacheControl.ofText(text(in));
    SharedFreshness freshness =
        new SharedFreshness(control, in.readLong(), in.readLong(), in.readLong(), in.readLong());
    long lifetime = in.readLong();
    long arrived = in.readLong();
    List<AsciiString> vary = new ArrayList<>();
    List<@Nullable String> sent = new ArrayList<>();
    List<@Nullable String> normal = new ArrayList<>();
    for (int i = count(in); i > 0; i--) {
      vary.add(FieldNames.canonical(text(in)));
      sent.add(optional(in));
      normal.add(optional(in));
    }
    List<String> tags = new ArrayList<>();
    for (int i = count(in); i > 0; i--) {
      tags.add(text(in));
    }
    return new Head(
        url,
        space,
        status,
        fields,
        freshness,
        lifetime,
        arrived,
        List.copyOf(vary),
        sent,
        normal,
        List.copyOf(tags));
  }

  private static int count(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > MAX_ITEMS) {
      throw new IOException("count: " + count + " (expected: at most " + MAX_ITEMS + ")");
    }
    return count;
  }

  private static void optional(DataOutputStream out, @Nullable String text) throws IOException {
    out.writeBoolean(text != null);
    if (text != null) {
      text(out, text);
    }
  }

  private static @Nullable String optional(DataInputStream in) throws IOException {
    return in.readBoolean() ? text(in) : null;
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException(
          "text: " + length + " bytes (expected: at most " + in.available() + ")");
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }
}
