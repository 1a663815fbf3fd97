package main

import (
	"bytes"
	"compress/zlib"
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"

	"windlass/bench/driver"
	"windlass/bench/proxy"
	"windlass/bench/report"
	"windlass/bench/server"
)

// registry is the bucket with the driver's records, by default.
const registry = "windlass-registry"

// capability is what all volumes are asked for.
var capability = &csi.VolumeCapability{
	AccessType: &csi.VolumeCapability_Mount{Mount: &csi.VolumeCapability_MountVolume{}},
	AccessMode: &csi.VolumeCapability_AccessMode{Mode: csi.VolumeCapability_AccessMode_SINGLE_NODE_WRITER},
}

// trial is one distribution under measurement, on a server of its own.
type trial struct {
	setup
	distribution
	counter *proxy.Proxy
	driver  *driver.Driver
	series  *report.Series
}

func (s setup) measure(ctx context.Context, d distribution, series *report.Series) error {
	home, err := os.MkdirTemp("", "wlctl")
	if err != nil {
		return err
	}
	endpoint, stop, err := server.Start(s.minio, home)
	if err != nil {
		return err
	}
	defer stop()
	counter, err := proxy.Start(s.proxy, endpoint, s.delay)
	if err != nil {
		return err
	}
	defer counter.Stop()
	environment, err := driver.Backend(counter.Address, filepath.Join(home, "key"))
	if err != nil {
		return err
	}
	t := &trial{setup: s, distribution: d, counter: counter, series: series}
	for _, step := range []struct {
		which string
		run   func(context.Context, string) error
	}{{"cosi", t.cosi}, {"csi", t.csi}} {
		t.driver = &driver.Driver{Launcher: d.launcher, Which: step.which, Home: home,
			Environment: append(environment, "WINDLASS_CSI_MODE=controller")}
		err := t.driver.Start(ctx)
		if err == nil {
			err = step.run(ctx, endpoint)
		}
		t.driver.Stop()
		if err != nil {
			return fmt.Errorf("%w (see %s)", err, filepath.Join(home, step.which+".log"))
		}
	}
	return os.RemoveAll(home)
}

// again are the answers after which a caller calls again, and pause is what it waits before that.
var again = map[codes.Code]bool{codes.Unavailable: true, codes.Aborted: true}

const pause = 100 * time.Millisecond

// timed makes n calls, some at the same time, and adds what one of them cost.
func (t *trial) timed(ctx context.Context, title string, clients, n int, call func(ctx context.Context, i int) error) error {
	_, requests, err := t.counter.Sent()
	if err != nil {
		return err
	}
	cpu, err := t.driver.CPU()
	if err != nil {
		return err
	}
	latencies := make([]time.Duration, n)
	var next atomic.Int64
	var running sync.WaitGroup
	failures := make(chan error, clients)
	began := time.Now()
	for range clients {
		running.Go(func() {
			for i := int(next.Add(1) - 1); i < n; i = int(next.Add(1) - 1) {
				at := time.Now()
				err := call(ctx, i)
				for ; again[status.Code(err)] && ctx.Err() == nil; err = call(ctx, i) {
					time.Sleep(pause)
				}
				if err != nil {
					failures <- fmt.Errorf("%s: %w", title, err)
					return
				}
				latencies[i] = time.Since(at)
			}
		})
	}
	running.Wait()
	elapsed := time.Since(began)
	select {
	case err := <-failures:
		return err
	default:
	}
	_, requestsAfter, err := t.counter.Sent()
	if err != nil {
		return err
	}
	cpuAfter, err := t.driver.CPU()
	if err != nil {
		return err
	}
	slices.Sort(latencies)
	t.series.Add(title+": requests", t.name, float64(requestsAfter-requests)/float64(n))
	t.series.Add(title+": processor time, ms", t.name, (cpuAfter-cpu).Seconds()*1000/float64(n))
	t.series.Add(title+": calls/s", t.name, float64(n)/elapsed.Seconds())
	t.series.Add(title+": median, ms", t.name, latencies[n/2].Seconds()*1000)
	return nil
}

// raw carries encoded messages of COSI through grpc-go untouched.
type raw struct{}

func (raw) Marshal(message any) ([]byte, error)   { return *message.(*[]byte), nil }
func (raw) Unmarshal(data []byte, into any) error { *into.(*[]byte) = slices.Clone(data); return nil }
func (raw) Name() string                          { return "proto" }

func (t *trial) provisioner(ctx context.Context, method string, request []byte) error {
	var response []byte
	return t.driver.Connection.Invoke(ctx, "/cosi.v1alpha1.Provisioner/"+method, &request, &response,
		grpc.ForceCodec(raw{}), grpc.WaitForReady(true))
}

func field(number protowire.Number, value string) []byte {
	return protowire.AppendString(protowire.AppendTag(nil, number, protowire.BytesType), value)
}

// cosi makes buckets, makes them again, grants access to them, and grants it again.
func (t *trial) cosi(ctx context.Context, _ string) error {
	create := func(i int) func(context.Context, int) error {
		return func(ctx context.Context, n int) error {
			return t.provisioner(ctx, "DriverCreateBucket", field(1, fmt.Sprintf("cosi-%d", i+n)))
		}
	}
	grant := func(i int) func(context.Context, int) error {
		return func(ctx context.Context, n int) error {
			byKey := protowire.AppendVarint(protowire.AppendTag(nil, 3, protowire.VarintType), 1)
			return t.provisioner(ctx, "DriverGrantBucketAccess", slices.Concat(
				field(1, fmt.Sprintf("bench/cosi-%d", i+n)), field(2, fmt.Sprintf("access-%d", i+n)), byKey))
		}
	}
	for _, each := range []struct {
		title string
		call  func(int) func(context.Context, int) error
		from  int
	}{
		{"", create, 0}, {"", create, 0}, {"", grant, 0}, {"", grant, 0},
		{"CreateBucket", create, t.calls}, {"CreateBucket, repeated", create, t.calls},
		{"GrantBucketAccess", grant, t.calls}, {"GrantBucketAccess, repeated", grant, t.calls},
	} {
		if err := t.warmOrTimed(ctx, each.title, t.calls, each.call(each.from)); err != nil {
			return err
		}
	}
	return nil
}

func (t *trial) warmOrTimed(ctx context.Context, title string, n int, call func(context.Context, int) error) error {
	counted := *t
	if title == "" {
		counted.series = report.NewSeries()
	}
	return counted.timed(ctx, title, t.clients, n, call)
}

// csi makes volumes, attaches them, attaches them again, detaches them, and lists them in small pages and large ones.
func (t *trial) csi(ctx context.Context, endpoint string) error {
	node, err := nodeID()
	if err != nil {
		return err
	}
	control := csi.NewControllerClient(t.driver.Connection)
	create := func(i int) func(context.Context, int) error {
		return func(ctx context.Context, n int) error {
			_, err := control.CreateVolume(ctx, &csi.CreateVolumeRequest{Name: fmt.Sprintf("volume-%06d", i+n),
				VolumeCapabilities: []*csi.VolumeCapability{capability}}, grpc.WaitForReady(true))
			return err
		}
	}
	attach := func(i int) func(context.Context, int) error {
		return func(ctx context.Context, n int) error {
			_, err := control.ControllerPublishVolume(ctx, &csi.ControllerPublishVolumeRequest{
				VolumeId: fmt.Sprintf("bench/volume-%06d", i+n), NodeId: node, VolumeCapability: capability})
			return err
		}
	}
	detach := func(i int) func(context.Context, int) error {
		return func(ctx context.Context, n int) error {
			_, err := control.ControllerUnpublishVolume(ctx, &csi.ControllerUnpublishVolumeRequest{
				VolumeId: fmt.Sprintf("bench/volume-%06d", i+n), NodeId: node})
			return err
		}
	}
	for _, each := range []struct {
		title string
		call  func(int) func(context.Context, int) error
		from  int
	}{
		{"", create, 0}, {"", attach, 0}, {"", attach, 0},
		{"CreateVolume", create, t.calls}, {"ControllerPublishVolume", attach, t.calls},
		{"ControllerPublishVolume, repeated", attach, t.calls}, {"ControllerUnpublishVolume", detach, t.calls},
	} {
		if err := t.warmOrTimed(ctx, each.title, t.calls, each.call(each.from)); err != nil {
			return err
		}
	}
	if err := t.more(ctx, endpoint); err != nil {
		return err
	}
	for _, each := range []struct {
		title string
		page  int
	}{
		{fmt.Sprintf("ListVolumes, all of %d, first", t.listed), 0},
		{fmt.Sprintf("ListVolumes, all of %d, again", t.listed), 0},
		{fmt.Sprintf("ListVolumes, all of %d, in pages of 100", t.listed), 100},
	} {
		list := func(ctx context.Context, _ int) error { return t.list(ctx, control, each.page) }
		if err := t.timed(ctx, each.title, 1, 1, list); err != nil {
			return err
		}
	}
	health := func(ctx context.Context, _ int) error {
		for token := ""; ; {
			page, err := control.ControllerListVolumeHealth(ctx, &csi.ControllerListVolumeHealthRequest{StartingToken: token})
			if err != nil || page.NextToken == "" {
				return err
			}
			token = page.NextToken
		}
	}
	return t.timed(ctx, fmt.Sprintf("ControllerListVolumeHealth, all of %d", t.listed), 1, 1, health)
}

// list goes through all pages.
func (t *trial) list(ctx context.Context, control csi.ControllerClient, size int) error {
	seen := 0
	for token := ""; ; {
		page, err := control.ListVolumes(ctx, &csi.ListVolumesRequest{StartingToken: token, MaxEntries: int32(size)})
		if err != nil {
			return err
		}
		seen += len(page.Entries)
		if token = page.NextToken; token == "" {
			break
		}
	}
	if seen != t.listed {
		return fmt.Errorf("%d of %d volumes were listed", seen, t.listed)
	}
	return nil
}

// more makes volumes by other means until there are as many as are to be listed: each has a bucket, and a record as the
// first one's, with it in the metadata.
func (t *trial) more(ctx context.Context, endpoint string) error {
	client, err := minio.New(endpoint, &minio.Options{Creds: credentials.NewStaticV4(server.AccessKey, server.SecretKey, "")})
	if err != nil {
		return err
	}
	first, err := client.GetObject(ctx, registry, "volumes/volume-000000", minio.GetObjectOptions{})
	if err != nil {
		return err
	}
	record, err := io.ReadAll(first)
	if err != nil {
		return err
	}
	var next atomic.Int64
	next.Store(int64(2 * t.calls))
	var running sync.WaitGroup
	failures := make([]error, 8)
	for worker := range failures {
		running.Go(func() {
			for i := next.Add(1) - 1; i < int64(t.listed) && failures[worker] == nil; i = next.Add(1) - 1 {
				name := fmt.Sprintf("volume-%06d", i)
				text := strings.ReplaceAll(string(record), "volume-000000", name)
				if failures[worker] = client.MakeBucket(ctx, name, minio.MakeBucketOptions{}); failures[worker] == nil {
					_, failures[worker] = client.PutObject(ctx, registry, "volumes/"+name, strings.NewReader(text), int64(len(text)),
						minio.PutObjectOptions{UserMetadata: map[string]string{"record": deflated(text)}})
				}
			}
		})
	}
	running.Wait()
	for _, err := range failures {
		if err != nil {
			return err
		}
	}
	return nil
}

func deflated(text string) string {
	var bytes bytes.Buffer
	deflate := zlib.NewWriter(&bytes)
	_, _ = io.WriteString(deflate, text) // never fails
	_ = deflate.Close()
	return base64.StdEncoding.EncodeToString(bytes.Bytes())
}

// nodeID is that of a node which nobody runs.
func nodeID() (string, error) {
	key, err := ecdh.X25519().GenerateKey(rand.Reader)
	if err != nil {
		return "", err
	}
	return "node.key." + base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), nil
}
