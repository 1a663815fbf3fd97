package server

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// Certificate is that of a server on the loopback address, who signs it itself.
type Certificate struct {
	// Directory is what MinIO takes as --certs-dir, and File is who is to be trusted, as PEM.
	Directory, File string
	trusted         *x509.CertPool
}

// NewCertificate makes one for a day, in a directory.
func NewCertificate(directory string) (*Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: "benchmark"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	signed, err := x509.CreateCertificate(rand.Reader, &template, &template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed})
	c := &Certificate{directory, filepath.Join(directory, "public.crt"), x509.NewCertPool()}
	c.trusted.AppendCertsFromPEM(public)
	return c, errors.Join(
		os.MkdirAll(directory, 0o700),
		os.WriteFile(c.File, public, 0o600),
		os.WriteFile(filepath.Join(directory, "private.key"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600))
}

// Transport trusts it.
func (c *Certificate) Transport() *http.Transport {
	return &http.Transport{TLSClientConfig: &tls.Config{RootCAs: c.trusted}}
}
