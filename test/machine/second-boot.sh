set -u
. /root/promises.sh
promise "a service that is enabled is there after a boot" systemctl is-active windlass@photos
promise "with its files" sh -c '[ "$(tail -n 1 /mnt/photos/lines)" = "line $(cat /root/acknowledged)" ]'
promise "what fstab names is mounted at boot" until_true findmnt -t fuse.windlass /mnt/table
promise "with its files" sh -c '[ "$(md5sum </mnt/table/large)" = "$(cat /root/table.sum)" ]'
# Not sent yet when the machine goes down: what unmounts at shutdown waits for it.
exec 7>/mnt/table/last
head -c 20000000 /dev/urandom >&7
echo done
