package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"windlass/bench/server"
)

// workers is how many copies the plain loop makes at once: as many as the driver.
const workers = 32

// step is something that is done to all objects of a volume, and what it takes to send the same requests
// in a plain loop; zero where there is no such loop.
type step struct {
	title       string
	took, plain time.Duration
}

// copies snapshots, restores, clones and deletes a volume with many objects.
func (s setup) copies(ctx context.Context, controller *plugin, endpoint string) ([]step, error) {
	client, err := minio.New(endpoint, &minio.Options{Creds: credentials.NewStaticV4(server.AccessKey, server.SecretKey, "")})
	if err != nil {
		return nil, err
	}
	c := copies{setup: s, calls: csi.NewControllerClient(controller.Connection), client: client}
	source, err := c.volume(ctx, "source", nil)
	if err != nil {
		return nil, err
	}
	if _, err := crowd(ctx, "objects of the volume", 32, s.objects, func(ctx context.Context, i int) error {
		body := fmt.Sprintf("object %d", i)
		_, err := client.PutObject(ctx, bucket(source), key(i), strings.NewReader(body), int64(len(body)), minio.PutObjectOptions{})
		return err
	}); err != nil {
		return nil, err
	}
	return c.run(ctx, source)
}

type copies struct {
	setup
	calls  csi.ControllerClient
	client *minio.Client
	steps  []step
}

func bucket(volume string) string { return volume[strings.IndexByte(volume, '/')+1:] }

func key(i int) string { return fmt.Sprintf("%03d/%06d", i/1000, i) }

func (c *copies) run(ctx context.Context, source string) ([]step, error) {
	copied, removed, err := c.plain(ctx, bucket(source))
	if err != nil {
		return nil, err
	}
	var snapshot, restored, clone string
	deeds := []struct {
		title string
		plain time.Duration
		do    func(ctx context.Context) error
	}{
		{"CreateSnapshot", 0, func(ctx context.Context) (err error) { snapshot, err = c.snapshot(ctx, source); return err }},
		{"CreateVolume from the snapshot", copied, func(ctx context.Context) (err error) {
			restored, err = c.volume(ctx, "restored", &csi.VolumeContentSource{Type: &csi.VolumeContentSource_Snapshot{
				Snapshot: &csi.VolumeContentSource_SnapshotSource{SnapshotId: snapshot}}})
			return err
		}},
		{"CreateVolume from the volume", copied, func(ctx context.Context) (err error) {
			clone, err = c.volume(ctx, "clone", &csi.VolumeContentSource{Type: &csi.VolumeContentSource_Volume{
				Volume: &csi.VolumeContentSource_VolumeSource{VolumeId: source}}})
			return err
		}},
		{"DeleteVolume of the clone", removed, func(ctx context.Context) error { return c.remove(ctx, clone) }},
		{"DeleteVolume of the restored one", removed, func(ctx context.Context) error { return c.remove(ctx, restored) }},
		{"DeleteSnapshot", 0, func(ctx context.Context) error {
			_, err := c.calls.DeleteSnapshot(ctx, &csi.DeleteSnapshotRequest{SnapshotId: snapshot})
			return err
		}},
		{"DeleteVolume of what was snapshotted", removed, func(ctx context.Context) error { return c.remove(ctx, source) }},
	}
	for _, deed := range deeds {
		took, err := once(ctx, deed.title, deed.do)
		if err != nil {
			return nil, err
		}
		c.steps = append(c.steps, step{deed.title, took, deed.plain})
	}
	return c.steps, nil
}

// plain copies all objects to another bucket and deletes them there, with nothing but these requests.
func (c *copies) plain(ctx context.Context, from string) (copied, removed time.Duration, err error) {
	const to = "plain"
	if err := c.client.MakeBucket(ctx, to, minio.MakeBucketOptions{}); err != nil {
		return 0, 0, err
	}
	t, err := crowd(ctx, "a plain loop of copies", workers, c.objects, func(ctx context.Context, i int) error {
		_, err := c.client.CopyObject(ctx, minio.CopyDestOptions{Bucket: to, Object: key(i)}, minio.CopySrcOptions{Bucket: from, Object: key(i)})
		return err
	})
	if err != nil {
		return 0, 0, err
	}
	removed, err = once(ctx, "a plain loop of deletes", func(ctx context.Context) error {
		all := c.client.ListObjects(ctx, to, minio.ListObjectsOptions{Recursive: true})
		for failure := range c.client.RemoveObjects(ctx, to, all, minio.RemoveObjectsOptions{}) {
			return failure.Err
		}
		return c.client.RemoveBucket(ctx, to)
	})
	return t.elapsed, removed, err
}

func (c *copies) volume(ctx context.Context, name string, source *csi.VolumeContentSource) (string, error) {
	var id string
	_, err := insist(ctx, func() error {
		answer, err := c.calls.CreateVolume(ctx, &csi.CreateVolumeRequest{Name: "bench-" + name,
			VolumeCapabilities: []*csi.VolumeCapability{capability}, VolumeContentSource: source})
		if err == nil {
			id = answer.Volume.VolumeId
		}
		return err
	})
	return id, err
}

// snapshot takes one, and waits until volumes can be made of it.
func (c *copies) snapshot(ctx context.Context, source string) (string, error) {
	for {
		var made *csi.Snapshot
		if _, err := insist(ctx, func() error {
			answer, err := c.calls.CreateSnapshot(ctx, &csi.CreateSnapshotRequest{Name: "bench", SourceVolumeId: source})
			if err == nil {
				made = answer.Snapshot
			}
			return err
		}); err != nil || made.ReadyToUse {
			return made.GetSnapshotId(), err
		}
		select {
		case <-time.After(again):
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}

func (c *copies) remove(ctx context.Context, volume string) error {
	_, err := c.calls.DeleteVolume(ctx, &csi.DeleteVolumeRequest{VolumeId: volume})
	return err
}
