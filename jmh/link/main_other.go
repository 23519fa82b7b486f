//go:build !linux

package main

import (
	"fmt"
	"os"
	"runtime"
)

func main() {
	fmt.Fprintf(os.Stderr, "link: %s (expected: Linux, which has network namespaces and TUN devices)\n", runtime.GOOS)
	os.Exit(exitUnable)
}
