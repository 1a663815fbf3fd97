#!/usr/bin/env bash
# How the sidecars of CSI are built from the Go module proxy.
#
# The guess: the proxy has them, so `go install …/csi-attacher@v4.13.0` builds one, as it does other programs.
#
# What happens: go refuses the attacher, the provisioner and the snapshotter, because their go.mod files replace modules.
# In their own folder in the module cache the first two build, with the versions that they were released with. The
# snapshotter does not, as it takes its client from a folder beside it, which is a module and so not in the archive:
# that needs another go.mod, in which the client's version is named.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Go 1.26 and the module proxy.
set -euo pipefail

package=github.com/kubernetes-csi
attacher=external-attacher/v4@v4.13.0
provisioner=external-provisioner/v6@v6.4.0
snapshotter=external-snapshotter/v8@v8.7.0
client=$package/external-snapshotter/client/v8

status=2
work=$(mktemp -d "${TMPDIR:-/var/tmp}/windlass-finding.XXXXXX")
clean_up() {
  chmod -R u+w "$work"
  rm -rf "$work"
}
trap 'clean_up; exit "$status"' EXIT
trap 'exit 130' INT TERM HUP
command -v go >/dev/null || PATH=$PATH:/usr/local/go/bin
export GOPATH=$work/go GOFLAGS='' GOWORK=off GOTOOLCHAIN=local
go version

# Prints what go says of the installation of MODULE's PROGRAM.
#   install MODULE PROGRAM
install() {
  local said=installed
  go install "$package/${1%@*}/cmd/$2@${1#*@}" >"$work/said" 2>&1 ||
    said=$(grep -o 'contains one or' "$work/said" && grep -o 'more replace directives' "$work/said")
  echo "go install $2@${1#*@}: ${said//$'\n'/ }"
}

# Prints whether go finds all packages of MODULE's PROGRAM, in the module's own folder.
#   resolve MODULE PROGRAM NAME [go.mod]
resolve() {
  local folder said='all packages found'
  folder=$(go mod download -json "$package/$1" | sed -n 's/^\t"Dir": "\(.*\)",*$/\1/p')
  (cd "$folder" && go list ${4:+-mod=mod -modfile="$4"} -deps "./cmd/$2") >/dev/null 2>"$work/said" ||
    said=$(grep -o 'replacement directory ./client does not exist' "$work/said" | head -n 1)
  echo "$3: $said"
}

{
  install $attacher csi-attacher
  install $provisioner csi-provisioner
  install $snapshotter csi-snapshotter
  resolve $attacher csi-attacher 'csi-attacher in its folder'
  resolve $provisioner csi-provisioner 'csi-provisioner in its folder'
  resolve $snapshotter csi-snapshotter 'csi-snapshotter in its folder'
  folder=$(go mod download -json "$package/$snapshotter" | sed -n 's/^\t"Dir": "\(.*\)",*$/\1/p')
  command install -m 644 "$folder/go.mod" "$folder/go.sum" "$work"
  go mod edit -replace "$client=$client@v8.7.0" "$work/go.mod"
  resolve $snapshotter csi-snapshotter 'csi-snapshotter with the version of its client' "$work/go.mod"
} | tee "$work/seen"

cat >"$work/known" <<'END'
go install csi-attacher@v4.13.0: contains one or more replace directives
go install csi-provisioner@v6.4.0: contains one or more replace directives
go install csi-snapshotter@v8.7.0: contains one or more replace directives
csi-attacher in its folder: all packages found
csi-provisioner in its folder: all packages found
csi-snapshotter in its folder: replacement directory ./client does not exist
csi-snapshotter with the version of its client: all packages found
END
if diff "$work/known" "$work/seen"; then
  status=0
  echo "As described."
else
  status=1
  echo "This has changed."
fi
