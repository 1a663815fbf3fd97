// Command baseline is a COSI v1alpha1 driver with only what the benchmark measures: DriverGetInfo and
// DriverCreateBucket on S3, over grpc-go and minio-go. It shows what a plain Go driver of that build costs.
//
// It is not the upstream sample driver (sigs.k8s.io/cosi-driver-sample) and shares no code with it.
package main

import (
	"context"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"windlass/bench/cosipb"
)

type driver struct {
	cosipb.UnimplementedIdentityServer
	cosipb.UnimplementedProvisionerServer
	s3 *minio.Client
}

func (d *driver) DriverGetInfo(context.Context, *cosipb.DriverGetInfoRequest) (*cosipb.DriverGetInfoResponse, error) {
	return &cosipb.DriverGetInfoResponse{Name: "baseline.bench.windlass.io"}, nil
}

// DriverCreateBucket makes the bucket unless it is there. One S3 request when it is; nothing is compared, nothing recorded.
func (d *driver) DriverCreateBucket(ctx context.Context, request *cosipb.DriverCreateBucketRequest) (*cosipb.DriverCreateBucketResponse, error) {
	exists, err := d.s3.BucketExists(ctx, request.GetName())
	if err == nil && !exists {
		err = d.s3.MakeBucket(ctx, request.GetName(), minio.MakeBucketOptions{})
	}
	if err != nil {
		return nil, status.Error(codes.Unavailable, err.Error())
	}
	return &cosipb.DriverCreateBucketResponse{BucketId: request.GetName()}, nil
}

// logged writes one line per RPC, as Windlass does.
func logged(ctx context.Context, request any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	started := time.Now()
	response, err := next(ctx, request)
	slog.Info("rpc", "method", info.FullMethod, "code", status.Code(err).String(), "took", time.Since(started))
	return response, err
}

func serve() error {
	directory := os.Getenv("BASELINE_CREDENTIALS")
	accessKey, err := os.ReadFile(filepath.Join(directory, "accessKeyId"))
	if err != nil {
		return err
	}
	secretKey, err := os.ReadFile(filepath.Join(directory, "secretAccessKey"))
	if err != nil {
		return err
	}
	s3, err := minio.New(os.Getenv("BASELINE_S3_HOST"), &minio.Options{
		Creds:  credentials.NewStaticV4(strings.TrimSpace(string(accessKey)), strings.TrimSpace(string(secretKey)), ""),
		Region: "us-east-1",
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("unix", strings.TrimPrefix(os.Getenv("COSI_ENDPOINT"), "unix://"))
	if err != nil {
		return err
	}
	server := grpc.NewServer(grpc.UnaryInterceptor(logged))
	d := &driver{s3: s3}
	cosipb.RegisterIdentityServer(server, d)
	cosipb.RegisterProvisionerServer(server, d)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	go func() {
		<-signals
		server.GracefulStop()
	}()
	return server.Serve(listener)
}

func main() {
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, nil)))
	if err := serve(); err != nil {
		slog.Error("baseline stopped", "error", err)
		os.Exit(1)
	}
}
