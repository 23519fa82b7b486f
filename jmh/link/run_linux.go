package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
	"time"
)

const (
	serverPatience = 30 * time.Second
	serverPoll     = 30 * time.Millisecond
	clientPatience = 3 * time.Second
)

// runOptions are the options of `link run`: those of the link, and others.
type runOptions struct {
	Options
	server, serverLog, wait, stats string
	ends                           addresses
	mtu                            int
}

// run runs a command in the client's namespace and, if given, another in the server's until the former ends.
func run(arguments []string) (status int, err error) {
	var o runOptions
	flags := flag.NewFlagSet("link run", flag.ExitOnError)
	o.register(flags)
	registerBed(flags, &o.ends, &o.mtu)
	flags.StringVar(&o.server, "server", "", "shell command to run in the server's namespace meanwhile")
	flags.StringVar(&o.serverLog, "server-log", "/dev/stderr", "file for the server's output")
	flags.StringVar(&o.wait, "wait", "", "wait until the server listens: tcp:PORT[,udp:PORT…]")
	flags.StringVar(&o.stats, "stats", "", "write statistics (JSON) here at the end; - is standard error")
	flags.Parse(arguments)
	if flags.NArg() == 0 {
		return exitUnable, errors.New("run: no command (expected: -- COMMAND…)")
	}
	becomeRealTime()
	runtime.LockOSThread() // children end with the thread that started them
	b, err := makeBed(&o.Options, o.ends, o.mtu)
	if err != nil {
		return exitUnable, err
	}
	if status, err = b.play(&o, flags.Args()); err != nil {
		status = exitUnable
	}
	statistics := b.statistics()
	b.close()
	return status, errors.Join(err, writeStatistics(o.stats, statistics))
}

// registerBed defines flags for the properties that a running link cannot change.
func registerBed(flags *flag.FlagSet, ends *addresses, mtu *int) {
	flags.StringVar(&ends.subnet, "subnet", "10.99.0", "first three numbers of the addresses; .1 is the client, .2 the server")
	flags.StringVar(&ends.names, "names", "server.test", "names of the server, separated by commas")
	flags.IntVar(mtu, "mtu", 1500, "MTU of both devices, in bytes")
}

// play starts the server, waits for it, runs the client and returns its exit status.
func (b *bed) play(o *runOptions, command []string) (int, error) {
	if o.server != "" {
		end, err := b.startServer(o)
		if err != nil {
			return 0, err
		}
		defer end()
	}
	client, err := b.startInside(b.client, command, nil)
	if err != nil {
		return 0, err
	}
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		for received := range signals {
			client.Process.Signal(received)
			time.AfterFunc(clientPatience, func() { client.Process.Kill() })
		}
	}()
	var failure *exec.ExitError
	if err = client.Wait(); err != nil && !errors.As(err, &failure) {
		return 0, err
	}
	status := client.ProcessState.Sys().(syscall.WaitStatus)
	if status.Signaled() {
		return 128 + int(status.Signal()), nil
	}
	return status.ExitStatus(), nil
}

func (b *bed) startServer(o *runOptions) (end func(), err error) {
	log, err := os.OpenFile(o.serverLog, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	server, err := b.startInside(b.server, []string{"/bin/sh", "-c", o.server}, log)
	if err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	for deadline := time.Now().Add(serverPatience); o.wait != "" && !b.server.isListening(o.wait); {
		select {
		case err := <-ended:
			return nil, fmt.Errorf("server: ended early: %v", err)
		case <-time.After(serverPoll):
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("server: not listening (expected: a listener on %s)", o.wait)
		}
	}
	return func() { syscall.Kill(-server.Process.Pid, syscall.SIGTERM) }, nil
}

func writeStatistics(file string, statistics map[string]any) error {
	if file == "" {
		return nil
	}
	text, err := json.MarshalIndent(statistics, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if file == "-" {
		_, err = os.Stderr.Write(text)
		return err
	}
	return os.WriteFile(file, text, 0o644)
}
