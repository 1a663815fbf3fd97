package main

import (
	"context"
	"fmt"
	"time"
)

// clients is the number of concurrent clients of the load runs; each has its own bucket, since drivers
// may refuse a second call for a bucket in flight.
const clients = 40

// driver is one way to run a driver, and what to call on it, per version of COSI.
type driver struct {
	name        string // for files and buckets
	title       string // for readers
	command     []string
	environment []string
	versions    []string
	info        []call // one per version
}

func newDriver(name, title string, command, environment, versions []string) driver {
	d := driver{name: name, title: title, command: command, environment: environment, versions: versions}
	for _, version := range versions {
		d.info = append(d.info, call{method: fmt.Sprintf("/%s.Identity/DriverGetInfo", version)})
	}
	return d
}

const (
	v1alpha1 = "cosi.v1alpha1"
	v1alpha2 = "sigs.k8s.io.cosi.v1alpha2"
)

// prepare makes every client's bucket in every version, and gives the calls that repeat its creation:
// by version, then by client. v1alpha2 names a bucket by the id that the driver generates for it.
func (d driver) prepare(p *process) ([][]call, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	creates := make([][]call, len(d.versions))
	for i, version := range d.versions {
		service := fmt.Sprintf("/%s.Provisioner/", version)
		for client := range clients {
			key := fmt.Sprintf("bench-%d-%s-%d", i, d.name, client)
			if version == v1alpha2 {
				response, err := call{service + "DriverGenerateBucketId", field1(key)}.send(ctx, p.connection)
				if err != nil {
					return nil, fmt.Errorf("%s: DriverGenerateBucketId: %w", d.name, err)
				}
				if key, err = readField1(response); err != nil {
					return nil, err
				}
			}
			create := call{service + "DriverCreateBucket", field1(key)}
			if _, err := create.send(ctx, p.connection); err != nil {
				return nil, fmt.Errorf("%s: DriverCreateBucket: %w", d.name, err)
			}
			creates[i] = append(creates[i], create)
		}
	}
	return creates, nil
}
