# What both boots use. Prints "kept" or "BROKEN" and the promise.
. /root/store.conf
promise() {
  local words=$1
  shift
  if "$@"; then echo "kept    $words"; else echo "BROKEN  $words"; fi
}
# Waits for a minute until a command succeeds.
until_true() {
  local left
  for left in {1..600}; do
    if "$@" >/dev/null 2>&1; then return 0; fi
    sleep 0.1
  done
  return 1
}
main_pid() { systemctl show --property=MainPID --value windlass@photos; }
has_other_main() { [ "$(main_pid)" != "$1" ] && [ "$(main_pid)" != 0 ] && kill -0 "$(main_pid)"; }
mounter_pid() { pgrep -f 'io.windlass.cli.Main mounter' | head -n 1; }
has_other_mounter() { [ -n "$(mounter_pid)" ] && [ "$(mounter_pid)" != "$1" ]; }
