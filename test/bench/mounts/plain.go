package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
)

// plain sends requests that need no signature of their own.
type plain struct{}

// exchange sends a request; statuses that are all right are 2xx and those in also. What read leaves is thrown away.
func (plain) exchange(ctx context.Context, method, address string, body io.Reader, size int64, header http.Header,
	read func(io.Reader) error, also ...int) error {
	request, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return err
	}
	request.ContentLength = size
	for name, values := range header {
		request.Header[http.CanonicalHeaderKey(name)] = values
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode/100 != 2 && !slices.Contains(also, response.StatusCode) {
		why, _ := io.ReadAll(io.LimitReader(response.Body, 500))
		return fmt.Errorf("%s %s: %s: %s", method, request.URL.Path, response.Status, why)
	}
	if read != nil {
		if err := read(response.Body); err != nil {
			return err
		}
	}
	_, err = io.Copy(io.Discard, response.Body)
	return err
}

// head asks for the ETag and the size of an object.
func (plain) head(ctx context.Context, address string, header http.Header) (string, int64, error) {
	request, err := http.NewRequestWithContext(ctx, "HEAD", address, nil)
	if err != nil {
		return "", 0, err
	}
	request.Header = header.Clone()
	if request.Header == nil {
		request.Header = http.Header{}
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", 0, err
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return "", 0, fmt.Errorf("HEAD %s: %s", request.URL.Path, response.Status)
	}
	return response.Header.Get("ETag"), response.ContentLength, nil
}
