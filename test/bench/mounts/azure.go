package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"io"
	"net/http"
	"net/url"
	"strings"

	"windlass/bench/report"
	"windlass/bench/server"
)

// azure is Azure Blob Storage, on Azurite.
type azure struct{}

func (azure) start(s setup) (string, func(), error) { return server.Azurite(s.azurite, s.data) }

func (azure) version(s setup) string { return "Azurite " + report.FirstLine(s.azurite, "--version") }

func (azure) environment() []string { return []string{"AZURE_STORAGE_KEY=" + server.AzureKey} }

func azureAccount(endpoint string) string { return "http://" + endpoint + "/" + server.AzureAccount }

func (azure) windlass(endpoint string) []string {
	return []string{"--endpoint", azureAccount(endpoint), "azure://" + server.AzureAccount + "/" + bucket}
}

func (azure) rclone(endpoint string) []string {
	return remote("TYPE=azureblob", "ACCOUNT="+server.AzureAccount, "KEY="+server.AzureKey, "ENDPOINT="+azureAccount(endpoint))
}

func (azure) open(ctx context.Context, endpoint string) (objects, error) {
	token, err := accountToken("2100-01-01T00:00:00Z")
	if err != nil {
		return nil, err
	}
	o := azureObjects{container: azureAccount(endpoint) + "/" + bucket, token: token}
	err = o.plain.exchange(ctx, "PUT", o.container+"?restype=container&"+o.token, nil, 0, nil, nil, http.StatusConflict)
	return o, err
}

// accountToken is a shared access signature for everything, which saves signing each request: "Create an account SAS".
func accountToken(expiry string) (string, error) {
	const version, services, types, permissions = "2022-11-02", "b", "sco", "rwdlac"
	key, err := base64.StdEncoding.DecodeString(server.AzureKey)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(strings.Join([]string{server.AzureAccount, permissions, services, types, "", expiry, "", "", version, "", ""}, "\n")))
	return url.Values{"sv": {version}, "ss": {services}, "srt": {types}, "sp": {permissions}, "se": {expiry},
		"sig": {base64.StdEncoding.EncodeToString(mac.Sum(nil))}}.Encode(), nil
}

type azureObjects struct {
	plain
	container, token string
}

func (o azureObjects) url(key string) string {
	return o.container + "/" + (&url.URL{Path: key}).EscapedPath() + "?" + o.token
}

func (o azureObjects) put(ctx context.Context, key string, body io.Reader, size int64) error {
	return o.exchange(ctx, "PUT", o.url(key), body, size, http.Header{"x-ms-blob-type": {"BlockBlob"}}, nil)
}

func (o azureObjects) stat(ctx context.Context, key string) (string, int64, error) {
	return o.head(ctx, o.url(key), nil)
}

func (o azureObjects) list(ctx context.Context, prefix string) ([]string, error) {
	var keys []string
	for marker := ""; ; {
		var page struct {
			Blobs      []string `xml:"Blobs>Blob>Name"`
			NextMarker string
		}
		query := url.Values{"restype": {"container"}, "comp": {"list"}, "prefix": {prefix}, "marker": {marker}}
		err := o.exchange(ctx, "GET", o.container+"?"+query.Encode()+"&"+o.token, nil, 0, nil, func(body io.Reader) error {
			return xml.NewDecoder(body).Decode(&page)
		})
		if err != nil {
			return nil, err
		}
		keys = append(keys, page.Blobs...)
		if marker = page.NextMarker; marker == "" {
			return keys, nil
		}
	}
}

func (o azureObjects) remove(ctx context.Context, prefix string) error {
	return each(ctx, o, prefix, func(key string) error {
		return o.exchange(ctx, "DELETE", o.url(key), nil, 0, nil, nil, http.StatusNotFound)
	})
}
