set -u
. /root/promises.sh

# The service.
install -m 600 /dev/null /etc/windlass/photos.conf
cat >/etc/windlass/photos.conf <<CONF
BUCKET=s3://photos
DIRECTORY=/mnt/photos
OPTIONS=--endpoint $ENDPOINT
AWS_ACCESS_KEY_ID=machine
AWS_SECRET_ACCESS_KEY=machine-secret
CONF
promise "windlass runs without a JDK" sh -c 'windlass version >&2'
promise "systemctl start returns when the mount is there" systemctl start windlass@photos
promise "the mount is of the bucket" sh -c 'findmnt -no FSTYPE,SOURCE /mnt/photos | grep -q "fuse.windlass *s3://photos"'
systemctl enable windlass@photos

# A writer that is never told of an error: one line a turn, synced.
cat >/root/writer.sh <<'W'
n=0
while [ ! -e /root/enough ]; do
  n=$((n + 1))
  echo "line $n" >>/mnt/photos/lines && sync /mnt/photos/lines && echo "$n" >/root/acknowledged || exit 1
done
W
bash /root/writer.sh &
writer=$!
main=$(main_pid)
kill -KILL "$main"
promise "a keeper that is killed is started again, and systemd knows the new one" until_true has_other_main "$main"
promise "the service is still active" systemctl is-active windlass@photos
mounter=$(mounter_pid)
kill -KILL "$mounter"
promise "a mounter that is killed is started again" until_true has_other_mounter "$mounter"
promise "the writer sees neither" kill -0 "$writer"
promise "the package can be installed over itself meanwhile" dpkg --install /root/windlass.deb
promise "the writer sees nothing of that either" kill -0 "$writer"
promise "the service is still active" systemctl is-active windlass@photos
touch /root/enough
promise "the writer ends without an error" wait "$writer"
promise "every line that was synced is there" sh -c '[ "$(tail -n 1 /mnt/photos/lines)" = "line $(cat /root/acknowledged)" ]'

# Restart under a program that has a file open, and stop.
exec 7>/mnt/photos/open
echo begun >&7
promise "a restart under an open file ends" systemctl restart windlass@photos
exec 7>&-
promise "and serves again" sh -c 'ls /mnt/photos/lines >&2'
promise "what was written to the open file is there" until_true grep -q begun /mnt/photos/open
head -c 20000000 /dev/urandom >/mnt/photos/large
sum=$(md5sum </mnt/photos/large)
promise "a stop waits until all is sent" systemctl stop windlass@photos
promise "and leaves no mount" sh -c '! findmnt /mnt/photos >&2'
promise "and no process" until_true sh -c '! pgrep -f [i]o.windlass >&2'
systemctl start windlass@photos
promise "the bytes are in the bucket" [ "$(md5sum </mnt/photos/large)" = "$sum" ]

# /etc/fstab.
mkdir -p /etc/windlass/table /mnt/table
printf machine >/etc/windlass/table/accessKeyId
printf machine-secret >/etc/windlass/table/secretAccessKey
echo "s3://table /mnt/table windlass _netdev,nofail,noatime,noexec,endpoint=$ENDPOINT,credentials=/etc/windlass/table 0 0" >>/etc/fstab
systemctl daemon-reload
promise "mount takes a line of fstab" mount /mnt/table
promise "mount --all leaves it alone" mount --all
promise "there is one mount" sh -c '[ "$(findmnt --noheadings --list /mnt/table | wc -l)" = 1 ]'
printf '#!/bin/sh\n' >/mnt/table/program && chmod 755 /mnt/table/program
promise "noexec holds" sh -c '! /mnt/table/program 2>&1 >&2'
promise "it can be made read-only" mount -o remount,ro /mnt/table
promise "and takes no write then" sh -c '! touch /mnt/table/other 2>&1 >&2'
promise "noexec still holds" sh -c 'findmnt -no OPTIONS /mnt/table | grep -q noexec'
promise "and be made writable again" mount -o remount,rw /mnt/table
head -c 20000000 /dev/urandom >/mnt/table/large
md5sum </mnt/table/large >/root/table.sum
promise "umount waits until all is sent" umount /mnt/table
promise "and leaves no process of it" until_true sh -c '! pgrep -f [s]3://table >&2'
promise "a sync mount" mount -t windlass -o "sync,endpoint=$ENDPOINT,credentials=/etc/windlass/table" s3://table /mnt/table
promise "says so" sh -c 'findmnt -no OPTIONS /mnt/table | grep -qw sync'
promise "umount --lazy returns" umount --lazy /mnt/table
promise "times of starts" sh -c 'for i in 1 2 3; do /usr/bin/env bash -c "time windlass mounts" 2>&1 | grep real >&2; done'
echo done
