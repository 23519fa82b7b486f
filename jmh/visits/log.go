package main

import (
	"bufio"
	"fmt"
	"os"
	"sync"
	"time"
)

// log records the outcome of each request.
type log struct {
	mutex sync.Mutex
	file  *os.File
	out   *bufio.Writer
}

func newLog(name string) (*log, error) {
	file, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	return &log{file: file, out: bufio.NewWriter(file)}, nil
}

func (l *log) add(began time.Time, status int) {
	took := time.Since(began).Microseconds()
	l.mutex.Lock()
	defer l.mutex.Unlock()
	fmt.Fprintf(l.out, "%d\t%d\t%d\n", began.UnixMicro(), status, took) // close returns its error again
}

func (l *log) close() error {
	err := l.out.Flush()
	if closed := l.file.Close(); err == nil {
		err = closed
	}
	return err
}
