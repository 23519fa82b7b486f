package main

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"
)

const (
	// Time for processes to end after SIGTERM, and then after SIGKILL.
	politeness = time.Second
	patience   = 3 * time.Second
)

// reap ends all processes in these namespaces, which this program created: first SIGTERM, then SIGKILL.
func reap(ids ...string) {
	for _, step := range []struct {
		signal syscall.Signal
		wait   time.Duration
	}{{syscall.SIGTERM, politeness}, {syscall.SIGKILL, patience}} {
		for _, process := range living(ids) {
			syscall.Kill(process, step.signal)
		}
		for end := time.Now().Add(step.wait); len(living(ids)) > 0 && time.Now().Before(end); {
			time.Sleep(20 * time.Millisecond)
		}
	}
}

func living(ids []string) (processes []int) {
	directories, _ := filepath.Glob("/proc/[0-9]*")
	for _, directory := range directories {
		process, _ := strconv.Atoi(filepath.Base(directory))
		id, err := os.Readlink(directory + "/ns/net")
		if err == nil && process != os.Getpid() && slices.Contains(ids, id) {
			processes = append(processes, process)
		}
	}
	return processes
}

// guard is a second process that outlives a killed emulator just long enough to end the processes that it leaves behind.
type guard struct {
	process *exec.Cmd
	life    io.Closer
}

func startGuard(directory string, ids ...string) (*guard, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	g := &guard{process: exec.Command(self, append([]string{"guard", directory}, ids...)...)}
	g.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if g.life, err = g.process.StdinPipe(); err != nil {
		return nil, err
	}
	return g, g.process.Start()
}

func (g *guard) dismiss() {
	g.life.Close()
	g.process.Wait()
}

// keepGuard is the main function of the guard. Its standard input ends when the emulator has ended.
func keepGuard(directory string, ids []string) {
	becomeOrdinary(0)
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	io.Copy(io.Discard, os.Stdin)
	if _, err := os.Stat(directory); err == nil {
		reap(ids...)
		os.RemoveAll(directory)
	}
}
