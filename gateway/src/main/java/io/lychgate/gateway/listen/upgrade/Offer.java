package io.lychgate.gateway.listen.upgrade;

import io.lychgate.gateway.listen.socket.InheritedSockets;
import io.lychgate.gateway.listen.socket.InheritedSockets.Inherited;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The sockets that a running process offers to a new one.
 *
 * @param runs numbers of the runs of its QUIC listeners, and of earlier processes
 * @param adminPort port of its admin plane; 0 if it has none
 */
record Offer(List<Inherited> sockets, Set<Integer> runs, int adminPort) {
  /** Maximum number of sockets: 256 loops, and eight listeners with two kinds. */
  private static final int MAX_SOCKETS = 4096;

  /** Maximum number of runs: of all listeners, and of the processes that still drain. */
  private static final int MAX_RUNS = 4096;

  void write(ByteBuf out) {
    out.writeShort(sockets.size());
    for (Inherited socket : sockets) {
      out.writeBoolean(socket.kind() == InheritedSockets.Kind.UDP);
      Message.writeText(out, socket.listener());
      Message.writeText(out, socket.host());
      out.writeShort(socket.port());
    }
    out.writeShort(runs.size());
    runs.forEach(out::writeShort);
    out.writeShort(adminPort);
  }

  /** Reads an offer whose descriptors are still to come. */
  static Offer read(ByteBuf in) {
    int count = atMost("sockets", in.readUnsignedShort(), MAX_SOCKETS);
    List<Inherited> sockets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      InheritedSockets.Kind kind =
          in.readBoolean() ? InheritedSockets.Kind.UDP : InheritedSockets.Kind.TCP;
      String listener = Message.readText(in);
      String host = Message.readText(in);
      sockets.add(new Inherited(kind, listener, host, in.readUnsignedShort(), -1));
    }
    int runCount = atMost("runs", in.readUnsignedShort(), MAX_RUNS);
    Set<Integer> runs = new HashSet<>();
    for (int i = 0; i < runCount; i++) {
      runs.add(in.readUnsignedShort());
    }
    return new Offer(sockets, runs, in.readUnsignedShort());
  }

  private static int atMost(String what, int count, int most) {
    if (count > most) {
      throw new IllegalArgumentException(what + ": " + count + " (expected: 0-" + most + ")");
    }
    return count;
  }

  /** Returns the offer with these descriptors, in the order of the sockets. */
  InheritedSockets with(List<Integer> descriptors) {
    List<Inherited> whole = new ArrayList<>();
    for (int i = 0; i < sockets.size(); i++) {
      Inherited each = sockets.get(i);
      whole.add(new Inherited(
          each.kind(), each.listener(), each.host(), each.port(), descriptors.get(i)));
    }
    return new InheritedSockets(whole, runs);
  }
}
