package main

import (
	"fmt"
	"os"
)

const usage = `link run [OPTION…] -- COMMAND…   COMMAND at the client's end of an emulated link (link run -h)
link hold [OPTION…]              holds a link and takes orders from standard input
link enter NAMESPACE HOSTS -- COMMAND…   COMMAND at an end of a held link
`

func main() {
	arguments := os.Args[1:]
	if len(arguments) == 0 {
		arguments = []string{""}
	}
	status := 0
	var err error
	switch arguments[0] {
	case "run":
		status, err = run(arguments[1:])
	case "hold":
		err = hold(arguments[1:])
	case "enter":
		err = enter(arguments[1:])
	case "guard":
		keepGuard(arguments[1], arguments[2:])
	default:
		fmt.Fprint(os.Stderr, usage)
		status = 2
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "link:", err)
		status = exitUnable
	}
	os.Exit(status)
}
