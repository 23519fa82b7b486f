package main

import (
	"os"
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

const (
	schedOther = 0
	schedFifo  = 1
	// above every ordinary process, below the kernel's own threads
	fifoPriority = 10
	// PR_SET_TIMERSLACK: without it the kernel may wake the thread 50 µs late to save power
	prSetTimerSlack = 29
	// set in the environment of a process that already runs under SCHED_FIFO
	envRealTime = "LINK_REAL_TIME"
)

var origin = time.Now()

// nanotime is monotonic.
func nanotime() int64 { return int64(time.Since(origin)) }

// setScheduling changes the calling thread.
func setScheduling(policy uintptr, priority int32) bool {
	_, _, errno := syscall.RawSyscall(syscall.SYS_SCHED_SETSCHEDULER, 0, policy, uintptr(unsafe.Pointer(&priority)))
	return errno == 0
}

// becomeRealTime executes the program again under SCHED_FIFO, so that every thread of Go's runtime inherits it. If only the
// pump's thread had it, a browser that fills all cores would delay it through locks of the runtime (130 ms measured).
func becomeRealTime() {
	if os.Getenv(envRealTime) != "" {
		os.Unsetenv(envRealTime)
		return
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if !setScheduling(schedFifo, fifoPriority) {
		syscall.Setpriority(syscall.PRIO_PROCESS, 0, -20)
	}
	if self, err := os.Executable(); err == nil {
		syscall.Exec(self, os.Args, append(os.Environ(), envRealTime+"=1"))
	}
}

// becomeOrdinary restores ordinary scheduling, with this niceness, in a process that is about to execute another program.
func becomeOrdinary(niceness int) {
	setScheduling(schedOther, 0)
	syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness)
}
