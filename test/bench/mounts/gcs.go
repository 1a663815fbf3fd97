package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"windlass/bench/server"
)

// gcs is Google Cloud Storage, on the FAKE of it: not the service.
type gcs struct {
	server.Gcs
	accessID, secret string // an HMAC key, which mounts have
}

const gcsProject = "project"

func (g *gcs) start(s setup) (endpoint string, stop func(), err error) {
	g.Gcs, stop, err = server.FakeGcs(strings.Fields(s.fakeGcs), s.data)
	return g.Endpoint, stop, err
}

func (g *gcs) version(setup) string {
	return "a FAKE of Google Cloud Storage, which answers one request at a time"
}

func (g *gcs) environment() []string {
	return []string{"HMAC_ACCESS_ID=" + g.accessID, "HMAC_SECRET=" + g.secret}
}

func (g *gcs) windlass(endpoint string) []string {
	return []string{"--endpoint", "http://" + endpoint, "gs://" + bucket}
}

func (g *gcs) rclone(endpoint string) []string {
	return remote("TYPE=google cloud storage", "ENDPOINT=http://"+endpoint+"/storage/v1/", "ACCESS_TOKEN="+g.Token,
		"PROJECT_NUMBER="+gcsProject, "BUCKET_POLICY_ONLY=true")
}

func (g *gcs) open(ctx context.Context, endpoint string) (objects, error) {
	o := gcsObjects{api: "http://" + endpoint + "/storage/v1/", xml: "http://" + endpoint + "/" + bucket + "/",
		header: http.Header{"Authorization": {"Bearer " + g.Token}}}
	settings := `{"name":"` + bucket + `","iamConfiguration":{"uniformBucketLevelAccess":{"enabled":true}},"softDeletePolicy":{"retentionDurationSeconds":"0"}}`
	header := o.header.Clone()
	header.Set("Content-Type", "application/json")
	made := o.exchange(ctx, "POST", o.api+"b?project="+gcsProject, strings.NewReader(settings), int64(len(settings)), header, nil, http.StatusConflict)
	administrator := url.QueryEscape("administrator@" + gcsProject + ".iam.gserviceaccount.com")
	var key struct {
		Metadata struct{ AccessID string }
		Secret   string
	}
	keyed := o.exchange(ctx, "POST", o.api+"projects/"+gcsProject+"/hmacKeys?serviceAccountEmail="+administrator, nil, 0, o.header,
		func(body io.Reader) error { return json.NewDecoder(body).Decode(&key) })
	g.accessID, g.secret = key.Metadata.AccessID, key.Secret
	return o, errors.Join(made, keyed)
}

type gcsObjects struct {
	plain
	api, xml string
	header   http.Header
}

func (o gcsObjects) url(key string) string { return o.xml + (&url.URL{Path: key}).EscapedPath() }

// put has the body in memory: the fake's largest is below 256 MiB.
func (o gcsObjects) put(ctx context.Context, key string, body io.Reader, size int64) error {
	content, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	return o.exchange(ctx, "PUT", o.url(key), bytes.NewReader(content), size, o.header, nil)
}

func (o gcsObjects) stat(ctx context.Context, key string) (string, int64, error) {
	return o.head(ctx, o.url(key), o.header)
}

func (o gcsObjects) list(ctx context.Context, prefix string) ([]string, error) {
	var keys []string
	for token := ""; ; {
		var page struct {
			Items         []struct{ Name string }
			NextPageToken string
		}
		query := url.Values{"prefix": {prefix}, "fields": {"items(name),nextPageToken"}}
		if token != "" {
			query.Set("pageToken", token)
		}
		err := o.exchange(ctx, "GET", o.api+"b/"+bucket+"/o?"+query.Encode(), nil, 0, o.header, func(body io.Reader) error {
			return json.NewDecoder(body).Decode(&page)
		})
		if err != nil {
			return nil, err
		}
		for _, item := range page.Items {
			keys = append(keys, item.Name)
		}
		if token = page.NextPageToken; token == "" {
			return keys, nil
		}
	}
}

func (o gcsObjects) remove(ctx context.Context, prefix string) error {
	return each(ctx, o, prefix, func(key string) error {
		return o.exchange(ctx, "DELETE", o.url(key), nil, 0, o.header, nil, http.StatusNotFound)
	})
}
