// Command latency-proxy stands between HTTP/1.1 clients and a server as if it were farther away: every
// response begins later by a fixed time. Bandwidth stays what it is. For each line on its standard input it
// prints how many bytes, and how many requests, were sent to the server until then.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "where to listen; the address is printed")
	server := flag.String("server", "", "host:port of the server")
	delay := flag.Duration("delay", 15*time.Millisecond, "how much later responses begin")
	flag.Parse()
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		fmt.Fprintln(os.Stderr, "latency-proxy:", err)
		os.Exit(1)
	}
	fmt.Println(listener.Addr())
	go tell()
	for {
		client, err := listener.Accept()
		if err != nil {
			fmt.Fprintln(os.Stderr, "latency-proxy:", err)
			os.Exit(1)
		}
		go serve(client.(*net.TCPConn), *server, *delay)
	}
}

// sent are all bytes for the server, and requests are those that were answered.
var sent, requests atomic.Int64

func tell() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		fmt.Println(sent.Load(), requests.Load())
	}
}

// buffers are large enough that copying costs little beside what is measured.
var buffers = sync.Pool{New: func() any { return make([]byte, 256<<10) }}

func serve(client *net.TCPConn, address string, delay time.Duration) {
	defer client.Close()
	connection, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	server := connection.(*net.TCPConn)
	defer server.Close()
	// A response begins with the first bytes from the server after some from the client.
	var asked atomic.Bool
	go func() {
		_ = forward(server, client, func(n int) {
			sent.Add(int64(n))
			asked.Store(true)
		})
		_ = server.CloseWrite()
	}()
	_ = forward(client, server, func(int) {
		if asked.Swap(false) {
			requests.Add(1)
			time.Sleep(delay)
		}
	})
}

// forward copies until from ends, and calls before ahead of handing on what was read.
func forward(to, from *net.TCPConn, before func(bytes int)) error {
	buffer := buffers.Get().([]byte)
	defer buffers.Put(buffer)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			before(n)
			if _, err := to.Write(buffer[:n]); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
