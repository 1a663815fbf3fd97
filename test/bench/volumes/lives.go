package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/container-storage-interface/spec/lib/go/csi"
)

// pageSize is how many volumes are listed at once.
const pageSize = 100

// capability is what all volumes are asked for: files, with one writer's node.
var capability = &csi.VolumeCapability{
	AccessType: &csi.VolumeCapability_Mount{Mount: &csi.VolumeCapability_MountVolume{}},
	AccessMode: &csi.VolumeCapability_AccessMode{Mode: csi.VolumeCapability_AccessMode_SINGLE_NODE_WRITER},
}

// memory is what the processes of a node have resident, in KiB, and how long its plugin takes to start.
type memory struct {
	empty, one, mounted, written residence
	firstStart, startWithMounts  time.Duration
	nextMounter                  time.Duration
	mounts                       int
}

type residence struct{ plugin, mounter int }

// life is a volume, and what the node was told of it.
type life struct {
	id              string
	volume, publish map[string]string
	staging, target string
}

// lives leads all volumes through their lives, and some of them through mounts.
func (s setup) lives(ctx context.Context, controller, node *plugin, firstStart time.Duration) ([]timing, memory, error) {
	l := lives{setup: s, controller: controller, node: node, all: make([]life, s.volumes)}
	l.memory = memory{firstStart: firstStart, mounts: s.mounts}
	info, err := csi.NewNodeClient(node.Connection).NodeGetInfo(ctx, &csi.NodeGetInfoRequest{})
	if err != nil {
		return nil, memory{}, err
	}
	l.nodeID = info.NodeId
	for _, step := range []func(context.Context) error{
		l.create, l.list, l.attach, l.measureEmpty, l.mountOne, l.mount, l.measureMounted, l.write, l.restart, l.killMounter, l.unmount, l.detach, l.remove,
	} {
		if err := step(ctx); err != nil {
			return nil, memory{}, err
		}
	}
	return l.timings, l.memory, nil
}

type lives struct {
	setup
	controller, node *plugin
	nodeID           string
	all              []life
	timings          []timing
	memory           memory
}

func (l *lives) crowd(ctx context.Context, title string, n int, deed func(ctx context.Context, v *life, i int) error) error {
	t, err := crowd(ctx, title, l.clients, n, func(ctx context.Context, i int) error { return deed(ctx, &l.all[i], i) })
	if err == nil {
		l.timings = append(l.timings, t)
	}
	return err
}

func (l *lives) control() csi.ControllerClient {
	return csi.NewControllerClient(l.controller.Connection)
}

func (l *lives) onNode() csi.NodeClient { return csi.NewNodeClient(l.node.Connection) }

func (l *lives) create(ctx context.Context) error {
	return l.crowd(ctx, "CreateVolume", l.volumes, func(ctx context.Context, v *life, i int) error {
		answer, err := l.control().CreateVolume(ctx, &csi.CreateVolumeRequest{
			Name: fmt.Sprintf("bench-%06d", i), VolumeCapabilities: []*csi.VolumeCapability{capability},
			CapacityRange: &csi.CapacityRange{RequiredBytes: 1 << 30},
		})
		if err != nil {
			return err
		}
		v.id, v.volume = answer.Volume.VolumeId, answer.Volume.VolumeContext
		place := filepath.Join(l.node.mounts(), fmt.Sprint(i))
		v.staging, v.target = place+"-staged", place
		return nil
	})
}

// list goes through all pages, one after the other.
func (l *lives) list(ctx context.Context) error {
	token, seen := "", 0
	t, err := crowd(ctx, fmt.Sprintf("ListVolumes, a page of %d", pageSize), 1, (l.volumes+pageSize-1)/pageSize,
		func(ctx context.Context, _ int) error {
			page, err := l.control().ListVolumes(ctx, &csi.ListVolumesRequest{MaxEntries: pageSize, StartingToken: token})
			if err != nil {
				return err
			}
			token, seen = page.NextToken, seen+len(page.Entries)
			return nil
		})
	if err == nil && (seen != l.volumes || token != "") {
		err = fmt.Errorf("%d of %d volumes were listed", seen, l.volumes)
	}
	l.timings = append(l.timings, t)
	return err
}

func (l *lives) attach(ctx context.Context) error {
	return l.crowd(ctx, "ControllerPublishVolume", l.volumes, func(ctx context.Context, v *life, _ int) error {
		answer, err := l.control().ControllerPublishVolume(ctx, &csi.ControllerPublishVolumeRequest{
			VolumeId: v.id, NodeId: l.nodeID, VolumeCapability: capability, VolumeContext: v.volume})
		if err == nil {
			v.publish = answer.PublishContext
		}
		return err
	})
}

func (l *lives) measureEmpty(ctx context.Context) (err error) {
	l.memory.empty, err = l.residence(ctx)
	return err
}

func (l *lives) residence(ctx context.Context) (r residence, err error) {
	r.plugin, r.mounter, err = l.node.memory(ctx)
	return r, err
}

// mountOne mounts the first volume, so that what comes with any is not taken for what each costs.
func (l *lives) mountOne(ctx context.Context) (err error) {
	if err := errors.Join(l.stage(ctx, &l.all[0], 0), l.publish(ctx, &l.all[0], 0)); err != nil {
		return err
	}
	l.memory.one, err = l.residence(ctx)
	return err
}

func (l *lives) mount(ctx context.Context) error {
	if err := l.crowd(ctx, "NodeStageVolume", l.mounts, l.stage); err != nil {
		return err
	}
	return l.crowd(ctx, "NodePublishVolume", l.mounts, l.publish)
}

func (l *lives) stage(ctx context.Context, v *life, _ int) error {
	_, err := l.onNode().NodeStageVolume(ctx, &csi.NodeStageVolumeRequest{VolumeId: v.id, StagingTargetPath: v.staging,
		VolumeCapability: capability, PublishContext: v.publish, VolumeContext: v.volume})
	return err
}

func (l *lives) publish(ctx context.Context, v *life, _ int) error {
	_, err := l.onNode().NodePublishVolume(ctx, &csi.NodePublishVolumeRequest{VolumeId: v.id,
		StagingTargetPath: v.staging, TargetPath: v.target, VolumeCapability: capability,
		PublishContext: v.publish, VolumeContext: v.volume})
	return err
}

func (l *lives) measureMounted(ctx context.Context) (err error) {
	l.memory.mounted, err = l.residence(ctx)
	return err
}

// write writes and reads one small file in each mount, as the first thing that most workloads do.
func (l *lives) write(ctx context.Context) (err error) {
	if _, err := crowd(ctx, "a file in each mount", l.clients, l.mounts, func(_ context.Context, i int) error {
		file := filepath.Join(l.all[i].target, "file")
		if err := os.WriteFile(file, make([]byte, 4096), 0o644); err != nil {
			return err
		}
		_, err := os.ReadFile(file)
		return err
	}); err != nil {
		return err
	}
	l.memory.written, err = l.residence(ctx)
	return err
}

// restart kills the plugin and starts it while the mounter serves on.
func (l *lives) restart(ctx context.Context) (err error) {
	progress("the node plugin starts with %d mounts", l.mounts)
	l.node.Kill()
	if l.memory.startWithMounts, err = l.node.start(ctx); err != nil {
		return err
	}
	_, err = l.onNode().NodeGetVolumeStats(ctx, &csi.NodeGetVolumeStatsRequest{VolumeId: l.all[0].id, VolumePath: l.all[0].target})
	return err
}

// killMounter kills the mounter, and asks each mount until the next one answers for it.
func (l *lives) killMounter(ctx context.Context) error {
	pid, err := l.node.mounter()
	if err != nil {
		return err
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		return err
	}
	t, err := crowd(ctx, "an answer of the next mounter", l.clients, l.mounts, func(_ context.Context, i int) error {
		var status syscall.Statfs_t
		return syscall.Statfs(l.all[i].target, &status)
	})
	l.memory.nextMounter = t.elapsed
	return err
}

func (l *lives) unmount(ctx context.Context) error {
	if err := l.crowd(ctx, "NodeUnpublishVolume", l.mounts, func(ctx context.Context, v *life, _ int) error {
		_, err := l.onNode().NodeUnpublishVolume(ctx, &csi.NodeUnpublishVolumeRequest{VolumeId: v.id, TargetPath: v.target})
		return err
	}); err != nil {
		return err
	}
	return l.crowd(ctx, "NodeUnstageVolume", l.mounts, func(ctx context.Context, v *life, _ int) error {
		_, err := l.onNode().NodeUnstageVolume(ctx, &csi.NodeUnstageVolumeRequest{VolumeId: v.id, StagingTargetPath: v.staging})
		return err
	})
}

func (l *lives) detach(ctx context.Context) error {
	return l.crowd(ctx, "ControllerUnpublishVolume", l.volumes, func(ctx context.Context, v *life, _ int) error {
		_, err := l.control().ControllerUnpublishVolume(ctx, &csi.ControllerUnpublishVolumeRequest{VolumeId: v.id, NodeId: l.nodeID})
		return err
	})
}

func (l *lives) remove(ctx context.Context) error {
	return l.crowd(ctx, "DeleteVolume", l.volumes, func(ctx context.Context, v *life, _ int) error {
		_, err := l.control().DeleteVolume(ctx, &csi.DeleteVolumeRequest{VolumeId: v.id})
		return err
	})
}
