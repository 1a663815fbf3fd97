package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/encoding/protowire"
)

// call is one RPC, already encoded: the client spends as little as it can beside the drivers it measures.
type call struct {
	method  string
	request []byte
}

// raw carries encoded messages through grpc-go untouched.
type raw struct{}

func (raw) Marshal(message any) ([]byte, error)   { return *message.(*[]byte), nil }
func (raw) Unmarshal(data []byte, into any) error { *into.(*[]byte) = slices.Clone(data); return nil }
func (raw) Name() string                          { return "proto" }

func (c call) send(ctx context.Context, connection *grpc.ClientConn) ([]byte, error) {
	var response []byte
	err := connection.Invoke(ctx, c.method, &c.request, &response, grpc.ForceCodec(raw{}), grpc.WaitForReady(true))
	return response, err
}

// field1 encodes a message whose field 1 is a string: the form of every request here.
func field1(value string) []byte {
	return protowire.AppendString(protowire.AppendTag(nil, 1, protowire.BytesType), value)
}

// readField1 takes the string in field 1 out of a response.
func readField1(message []byte) (string, error) {
	number, kind, n := protowire.ConsumeTag(message)
	if n < 0 || number != 1 || kind != protowire.BytesType {
		return "", errors.New("the answer has no field 1")
	}
	value, m := protowire.ConsumeString(message[n:])
	if m < 0 {
		return "", protowire.ParseError(m)
	}
	return value, nil
}

// connect makes a connection of its own over the Unix socket, or over first if that is already open.
func connect(socket string, first net.Conn) (*grpc.ClientConn, error) {
	dial := func(ctx context.Context, _ string) (net.Conn, error) {
		if opened := first; opened != nil {
			first = nil
			return opened, nil
		}
		return (&net.Dialer{}).DialContext(ctx, "unix", socket)
	}
	return grpc.NewClient("passthrough:///driver", grpc.WithContextDialer(dial), grpc.WithAuthority("localhost"),
		grpc.WithTransportCredentials(insecure.NewCredentials()))
}

// load is what one closed-loop run showed; latencies are sorted.
type load struct {
	latencies []time.Duration
	elapsed   time.Duration
}

func (l load) perSecond() float64 { return float64(len(l.latencies)) / l.elapsed.Seconds() }

// percentile is the nearest-rank percentile, p in (0, 100].
func (l load) percentile(p float64) time.Duration {
	rank := int(p/100*float64(len(l.latencies))+0.999999) - 1
	return l.latencies[min(max(rank, 0), len(l.latencies)-1)]
}

// drive lets each client send total/clients calls, one after the other, on its own connection. Client i
// sends calls[i%len(calls)]. Any error ends the run: a figure that holds failures means nothing.
func drive(socket string, calls []call, clients, total int) (load, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
	defer cancel()
	connections := make([]*grpc.ClientConn, clients)
	for i := range connections {
		connection, err := connect(socket, nil)
		if err != nil {
			return load{}, err
		}
		defer connection.Close()
		if _, err := calls[i%len(calls)].send(ctx, connection); err != nil {
			return load{}, err
		}
		connections[i] = connection
	}
	each := max(total/clients, 1)
	latencies := make([][]time.Duration, clients)
	failures := make([]error, clients)
	var running sync.WaitGroup
	started := time.Now()
	for i := range clients {
		running.Go(func() {
			own := make([]time.Duration, 0, each)
			for range each {
				at := time.Now()
				if _, err := calls[i%len(calls)].send(ctx, connections[i]); err != nil {
					failures[i] = fmt.Errorf("%s: %w", calls[i%len(calls)].method, err)
					cancel()
					return
				}
				own = append(own, time.Since(at))
			}
			latencies[i] = own
		})
	}
	running.Wait()
	elapsed := time.Since(started)
	if err := errors.Join(failures...); err != nil {
		return load{}, err
	}
	all := slices.Concat(latencies...)
	slices.Sort(all)
	return load{latencies: all, elapsed: elapsed}, nil
}
