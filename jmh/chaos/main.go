package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"lychgate.io/stage"
)

const (
	// The gateway compiles its code meanwhile. A cold one responds too late for the quiet time to mean anything.
	warmUp = 40 * time.Second

	mostBlamed = 20
	slowest    = 3
)

type settings struct {
	program, address, ca, log, ports string
	seconds, rate, servers           int
	cycle, quiet                     time.Duration
}

func main() {
	var s settings
	flag.StringVar(&s.program, "lychgate", "", "`program` that starts the gateway")
	flag.StringVar(&s.address, "address", "", "`host:port` of a gateway that runs already")
	flag.StringVar(&s.ca, "ca", "", "PEM `file` of the authority that its certificate is trusted by")
	flag.StringVar(&s.log, "log", "", "access log of that gateway, a `file` of JSON lines")
	flag.StringVar(&s.ports, "ports", "", "`ports` of its servers, separated by commas")
	flag.IntVar(&s.seconds, "seconds", 600, "length of the load in `seconds`")
	flag.IntVar(&s.rate, "rate", 2000, "`requests` a second")
	flag.IntVar(&s.servers, "servers", 4, "`number` of servers")
	flag.DurationVar(&s.cycle, "cycle", 10*time.Second, "`time` of one fault, half of it after the server is back")
	flag.DurationVar(&s.quiet, "quiet", 15*time.Second, "`time` without faults before")
	flag.Parse()
	held, err := run(s)
	if err != nil {
		fmt.Fprintln(os.Stderr, "chaos:", err)
		os.Exit(2)
	}
	if !held {
		os.Exit(1)
	}
}

func run(s settings) (bool, error) {
	origins, err := startOrigins(s)
	if err != nil {
		return false, err
	}
	if s.program != "" {
		started, address, err := startGateway(s.program, origins)
		if err != nil {
			return false, err
		}
		defer started.Stop()
		s.address, s.ca, s.log = address, started.File("site.pem"), started.File("access.log")
	}
	roots, err := stage.Roots(s.ca)
	if err != nil {
		return false, err
	}
	l := newLoad(s.address, roots)
	l.run(s.rate, warmUp)
	quiet := l.run(s.rate, s.quiet)
	ended := make(chan error)
	go func() { ended <- failInTurn(s, origins, l) }()
	loud := l.run(s.rate, time.Duration(s.seconds)*time.Second)
	if err := <-ended; err != nil {
		return false, err
	}
	return judge(s, origins, quiet, loud)
}

func startOrigins(s settings) ([]*origin, error) {
	ports := make([]int, s.servers)
	if s.ports != "" {
		ports = ports[:0]
		for text := range strings.SplitSeq(s.ports, ",") {
			port, err := strconv.Atoi(text)
			if err != nil {
				return nil, err
			}
			ports = append(ports, port)
		}
	}
	var origins []*origin
	for _, port := range ports {
		o, err := startOrigin(port)
		if err != nil {
			return nil, err
		}
		origins = append(origins, o)
	}
	return origins, nil
}

// failInTurn makes one server after the other fail, for half of each cycle, and brings all back before the load ends.
func failInTurn(s settings, origins []*origin, l *load) error {
	end := time.Now().Add(time.Duration(s.seconds)*time.Second - s.cycle)
	for turn := 0; time.Now().Before(end); turn++ {
		with, server := faults[turn%len(faults)], origins[turn%len(origins)]
		l.during.Store(with)
		if err := server.fail(with); err != nil {
			return fmt.Errorf("%s, %s: %w", server.address(), with, err)
		}
		time.Sleep(s.cycle / 2)
		if err := server.fail(works); err != nil {
			return fmt.Errorf("%s, back from %s: %w", server.address(), with, err)
		}
		time.Sleep(s.cycle / 2)
	}
	l.during.Store(works)
	return nil
}

func judge(s settings, origins []*origin, quiet, loud []*visit) (bool, error) {
	wasServed := func(id string) bool {
		for _, o := range origins {
			if _, found := o.served.Load(id); found {
				return true
			}
		}
		return false
	}
	accounts := []account{accountFor(works, quiet, wasServed)}
	accounts[0].during = "quiet"
	var blamed []string
	for _, during := range append([]fault{works}, faults...) {
		a := accountFor(during, loud, wasServed)
		if a.requests > 0 {
			accounts = append(accounts, a)
			blamed = append(blamed, a.unexplained...)
		}
	}
	blamed = append(blamed, accounts[0].unexplained...)
	print(os.Stdout, accounts)
	missing, err := unlogged(loud, s.log)
	if err != nil {
		return false, err
	}
	for _, path := range missing {
		blamed = append(blamed, "no line in the access log: "+path)
	}
	for i, line := range blamed {
		if i == mostBlamed {
			fmt.Printf("… and %d more\n", len(blamed)-i)
			break
		}
		fmt.Println(line)
	}
	all := accountFor("", relabel(loud), wasServed)
	bound := slowest * accounts[0].p99
	fmt.Printf("p99 of the requests that did not fail: %.1f ms, quiet: %.1f ms (expected: at most %.1f ms)\n",
		millis(all.p99), millis(accounts[0].p99), millis(bound))
	return len(blamed) == 0 && all.p99 <= bound, nil
}

// relabel returns copies of all visits as if they belonged to one fault.
func relabel(visits []*visit) []*visit {
	var copies []*visit
	for _, v := range visits {
		one := *v
		one.during = ""
		copies = append(copies, &one)
	}
	return copies
}
