package main

import (
	"crypto/tls"
	"net/http"
	"sync"
	"time"
)

// pace sends requests when they are due, independent of earlier ones, and times them from then: a server that stalls delays
// all requests that are due meanwhile.
func pace(o order, to party) (any, error) {
	l, err := newLog(o.Log)
	if err != nil {
		return nil, err
	}
	transport := &http.Transport{
		TLSClientConfig:    &tls.Config{MinVersion: tls.VersionTLS13, ServerName: to.name, RootCAs: to.roots},
		ForceAttemptHTTP2:  true,
		DisableCompression: true,
	}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: patience}
	began := time.Now()
	var all sync.WaitGroup
	for i := range o.Rate * o.Millis / 1000 {
		due := began.Add(time.Duration(i) * time.Second / time.Duration(o.Rate))
		time.Sleep(time.Until(due))
		all.Go(func() { l.add(due, status(client, to.name, o)) })
	}
	all.Wait()
	return report{time.Since(began).Seconds()}, l.close()
}

// status returns the status of the response; 0 if there was no complete one.
func status(client *http.Client, host string, o order) int {
	request, err := http.NewRequest(http.MethodGet, "https://"+o.Address+o.Path, nil)
	if err != nil {
		return 0
	}
	request.Host = host
	response, err := client.Do(request)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	if verify(response, o.Bytes) != nil && response.StatusCode == http.StatusOK {
		return 0
	}
	return response.StatusCode
}
