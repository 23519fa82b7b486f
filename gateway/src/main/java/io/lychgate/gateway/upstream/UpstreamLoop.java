package io.lychgate.gateway.upstream;

import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.observe.LoopObserver;
import io.netty.channel.EventLoop;

/** The parts of one event loop that its upstreams use. */
public record UpstreamLoop(
    EventLoop loop,
    DeadlineWheel deadlines,
    FlushQueue flushes,
    LoopDescriptors descriptors,
    TurnShares turns,
    LoopObserver observer) {}
