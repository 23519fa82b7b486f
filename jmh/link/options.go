package main

import (
	"errors"
	"flag"
	"time"
)

// exitUnable is the exit status if the emulator itself failed, not the command that it ran.
const exitUnable = 125

// Options of a link, as given on the command line and in orders.
type Options struct {
	rtt, jitter       time.Duration
	rate, loss, queue string
	up, down          overrides
	seed              int64
	reorder           bool
}

// overrides are the options of one direction; empty ones default to the link's.
type overrides struct{ delay, rate, jitter, loss, queue string }

// register defines a flag for each option.
func (o *Options) register(flags *flag.FlagSet) {
	flags.DurationVar(&o.rtt, "rtt", 0, "round-trip time, half in each direction")
	flags.StringVar(&o.rate, "rate", "0", "rate of each direction (20mbit, 500kbit, 1gbit; 0 is unlimited)")
	flags.DurationVar(&o.jitter, "jitter", 0, "jitter of each direction, uniform, plus or minus")
	flags.StringVar(&o.loss, "loss", "0", "random loss in each direction (1% or 0.01)")
	flags.StringVar(&o.queue, "queue", "100ms", "drop-tail bound of each direction: a time or bytes (64kb); 0s is unbounded")
	flags.Int64Var(&o.seed, "seed", 1, "seed of loss and jitter")
	flags.BoolVar(&o.reorder, "reorder", false, "let jitter reorder packets")
	for suffix, of := range map[string]*overrides{"-up": &o.up, "-down": &o.down} {
		what := ", client to server only"
		if suffix == "-down" {
			what = ", server to client only"
		}
		flags.StringVar(&of.delay, "delay"+suffix, "", "delay"+what)
		flags.StringVar(&of.rate, "rate"+suffix, "", "rate"+what)
		flags.StringVar(&of.jitter, "jitter"+suffix, "", "jitter"+what)
		flags.StringVar(&of.loss, "loss"+suffix, "", "loss"+what)
		flags.StringVar(&of.queue, "queue"+suffix, "", "queue"+what)
	}
}

// shapes returns the shapes of both directions, up first.
func (o *Options) shapes() (up, down Shape, err error) {
	up, errUp := o.shape(o.up)
	down, errDown := o.shape(o.down)
	return up, down, errors.Join(errUp, errDown)
}

func (o *Options) shape(of overrides) (shape Shape, err error) {
	either := func(own, links string) string {
		if own != "" {
			return own
		}
		return links
	}
	var errs [5]error
	shape.Delay, errs[0] = time.ParseDuration(either(of.delay, (o.rtt / 2).String()))
	shape.Jitter, errs[1] = time.ParseDuration(either(of.jitter, o.jitter.String()))
	shape.Rate, errs[2] = parseRate(either(of.rate, o.rate))
	shape.Loss, errs[3] = parseLoss(either(of.loss, o.loss))
	shape.QueueTime, shape.QueueBytes, errs[4] = parseQueue(either(of.queue, o.queue))
	return shape, errors.Join(errs[:]...)
}
