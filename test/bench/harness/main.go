// Command harness measures COSI drivers side by side; test/bench/run builds what it needs and starts it.
package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

func main() {
	// Pdeathsig is bound to the thread that starts a process: that must be one which lives as long as we do.
	runtime.LockOSThread()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	e := effort{memory: []int{50_000, 100_000, 200_000}, settle: 2 * time.Second}
	minio := flag.String("minio", "minio", "the minio server's binary")
	baseline := flag.String("baseline", "", "our Go baseline's binary")
	windlass := flag.String("windlass", "", "command that starts Windlass, without AOT cache")
	windlassAot := flag.String("windlass-aot", "", "command that starts Windlass, with AOT cache")
	document := flag.String("document", "", "document whose table is replaced; none if empty or quick")
	quick := flag.Bool("quick", false, "a tenth of the effort, to see that it works")
	flag.IntVar(&e.rounds, "rounds", 5, "fresh processes per driver for latency and load")
	flag.IntVar(&e.starts, "starts", 15, "timed starts per driver")
	flag.IntVar(&e.warm, "warm", 20_000, "untimed DriverGetInfo calls before a round")
	flag.IntVar(&e.sequential, "sequential", 20_000, "DriverGetInfo calls of one client")
	flag.IntVar(&e.loaded, "loaded", 100_000, "DriverGetInfo calls of all clients together")
	flag.StringVar(&e.steps, "steps", "start,calls,memory", "what to measure")
	flag.Parse()
	if *quick {
		e = effort{rounds: 1, starts: 3, warm: 2_000, sequential: 2_000, loaded: 10_000,
			memory: []int{5_000, 10_000, 20_000}, settle: time.Second, steps: e.steps}
	}

	directory, err := os.MkdirTemp("", "windlass-bench-")
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "logs and sockets, kept when the run fails, in", directory)
	endpoint, stop, err := startMinio(*minio, directory)
	if err != nil {
		return err
	}
	defer stop()
	credentials := filepath.Join(directory, "credentials")
	if err := writeCredentials(credentials); err != nil {
		return err
	}

	var drivers []driver
	windlassEnvironment := []string{
		"WINDLASS_BACKENDS=bench", "WINDLASS_BENCH_KIND=s3", "WINDLASS_BENCH_FLAVOR=minio",
		"WINDLASS_BENCH_ENDPOINT=http://" + endpoint, "WINDLASS_BENCH_CREDENTIALS=" + credentials,
	}
	for _, variant := range []struct{ name, title, command string }{
		{"windlass-aot", "Windlass, AOT cache", *windlassAot},
		{"windlass", "Windlass, no AOT cache", *windlass},
	} {
		if variant.command != "" {
			drivers = append(drivers, newDriver(variant.name, variant.title, strings.Fields(variant.command), windlassEnvironment,
				[]string{v1alpha1, v1alpha2}))
		}
	}
	if *baseline != "" {
		drivers = append(drivers, newDriver("baseline", "Go baseline (ours, not upstream)", []string{*baseline},
			[]string{"BASELINE_S3_HOST=" + endpoint, "BASELINE_CREDENTIALS=" + credentials}, []string{v1alpha1}))
	}
	if len(drivers) == 0 {
		return fmt.Errorf("no driver to measure: give -windlass, -windlass-aot or -baseline")
	}
	s, err := measure(drivers, e, directory)
	if err != nil {
		return err
	}
	text := table(s, drivers, facts(*minio, e))
	fmt.Print(text)
	if err := os.RemoveAll(directory); err != nil {
		return err
	}
	if *document == "" || *quick {
		return nil
	}
	return publish(*document, text)
}

const accessKey, secretKey = "bench-admin", "bench-admin-secret"

func writeCredentials(directory string) error {
	if err := os.Mkdir(directory, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(directory, "accessKeyId"), []byte(accessKey), 0o600); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(directory, "secretAccessKey"), []byte(secretKey), 0o600)
}

// startMinio runs a server of our own on a free port, over an empty directory.
func startMinio(binary, directory string) (string, func(), error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	endpoint := listener.Addr().String()
	_ = listener.Close()
	log, err := os.Create(filepath.Join(directory, "minio.log"))
	if err != nil {
		return "", nil, err
	}
	defer log.Close()
	command := exec.Command(binary, "server", "--address", endpoint, filepath.Join(directory, "data"))
	command.Env = append(os.Environ(), "MINIO_ROOT_USER="+accessKey, "MINIO_ROOT_PASSWORD="+secretKey)
	command.Stdout, command.Stderr = log, log
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := command.Start(); err != nil {
		return "", nil, err
	}
	stop := func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
	}
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		response, err := http.Get("http://" + endpoint + "/minio/health/ready")
		if err != nil {
			continue
		}
		_ = response.Body.Close()
		if response.StatusCode == http.StatusOK {
			return endpoint, stop, nil
		}
	}
	stop()
	return "", nil, fmt.Errorf("MinIO was not ready within 30 s, see %s", log.Name())
}

// facts says what was measured with what.
func facts(minio string, e effort) []string {
	return []string{
		fmt.Sprintf("%s/%s, %d cores, %s; %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), firstLine(minio, "--version")),
		firstLine("java", "-version"),
		fmt.Sprintf("%d timed starts; %d rounds; %d sequential and %d loaded DriverGetInfo calls a round, a tenth of that for DriverCreateBucket",
			e.starts, e.rounds, e.sequential, e.loaded),
	}
}

func firstLine(command string, arguments ...string) string {
	output, err := exec.Command(command, arguments...).CombinedOutput()
	if err != nil {
		return command + ": version unknown"
	}
	line, _, _ := strings.Cut(string(output), "\n")
	return line
}
