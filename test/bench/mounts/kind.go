package main

import (
	"context"
	"fmt"

	"windlass/bench/server"
)

// kind is a protocol, and a server that speaks it.
type kind interface {
	// start runs the server, with its data in s.data.
	start(s setup) (endpoint string, stop func(), err error)
	// open makes the bucket if it is not there.
	open(ctx context.Context, endpoint string) (objects, error)
	// version is that of the server.
	version(s setup) string
	// environment has the credential of clients.
	environment() []string
	// windlass are the options and the URI by which Windlass mounts the bucket.
	windlass(endpoint string) []string
	// rclone are the variables of rclone's remote "bench".
	rclone(endpoint string) []string
}

func kindOf(name string, certificate *server.Certificate) (kind, error) {
	switch name {
	case "s3":
		return s3{certificate}, nil
	case "azure":
		return azure{}, nil
	case "gcs":
		return &gcs{}, nil
	}
	return nil, fmt.Errorf("-store %s: there are s3, azure and gcs", name)
}

// remote are variables of rclone's remote "bench".
func remote(values ...string) []string {
	var all []string
	for _, v := range values {
		all = append(all, "RCLONE_CONFIG_BENCH_"+v)
	}
	return all
}
